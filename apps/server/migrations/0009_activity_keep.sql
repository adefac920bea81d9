-- A sealed entry of the activity log is neither changed nor removed.
CREATE FUNCTION activity_keep() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'the activity log is never emptied' using errcode = 'restrict_violation';
  end if;
  raise exception 'entry % of the activity log is sealed', old.id using errcode = 'restrict_violation';
end
$$;--> statement-breakpoint
CREATE TRIGGER activity_keep_sealed BEFORE UPDATE OR DELETE ON "activity" FOR EACH ROW WHEN (old.chain_seq IS NOT NULL) EXECUTE FUNCTION activity_keep();--> statement-breakpoint
CREATE TRIGGER activity_keep_all BEFORE TRUNCATE ON "activity" FOR EACH STATEMENT EXECUTE FUNCTION activity_keep();
