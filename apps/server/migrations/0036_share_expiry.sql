-- Shares of before are valid for a year from now.
alter table twin_shares add column valid_until timestamp with time zone;
--> statement-breakpoint
update twin_shares set valid_until = now() + interval '1 year';
--> statement-breakpoint
alter table twin_shares alter column valid_until set not null;
--> statement-breakpoint
-- Keys were also kept readable, to be shown again. Links go on working by their hash.
drop trigger twin_shares_dropped on twin_shares;
--> statement-breakpoint
drop function drop_share_secrets();
--> statement-breakpoint
delete from secrets where owner like 'twin-share/%';
