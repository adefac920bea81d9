-- Lists are filtered by scope, and the planner guesses their length from these two tables. With the ordinary threshold
-- of 50 changed rows a small installation would never have statistics of them.
alter table scopes set (autovacuum_analyze_threshold = 1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table accounts set (autovacuum_analyze_threshold = 1, autovacuum_analyze_scale_factor = 0.05);
