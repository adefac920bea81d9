-- Values as the text of their JSON: nothing looks into them here, and to read each one as it is written was a third of
-- what the database did for a message.
alter table state_values alter column value set data type text;
--> statement-breakpoint
-- A number for every computed value, one by one, was a write to the disk for each handful of packets.
alter sequence state_value_seq increment by 1000;
