-- Shares mostly go together with their twins: none may leave its key behind.
create function drop_share_secrets() returns trigger language plpgsql as $$
begin
  delete from secrets where owner in (select 'twin-share/' || id from gone);
  return null;
end
$$;
--> statement-breakpoint
create trigger twin_shares_dropped after delete on twin_shares
  referencing old table as gone for each statement execute function drop_share_secrets();
