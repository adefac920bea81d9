create extension if not exists ltree;
--> statement-breakpoint
create extension if not exists pg_trgm;
