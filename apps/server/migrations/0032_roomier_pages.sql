-- A page holds several devices, half of whose states change with each packet: where all of them find room for their next
-- version in the page itself, no index has to be told.
alter table state_values set (fillfactor = 50);
--> statement-breakpoint
alter table device_status set (fillfactor = 50);
