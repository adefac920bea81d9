-- Nearly all points are numbers that devices sent: for these COPY need not name the rest.
alter table history_points alter column kind set default 'n', alter column source set default 'l';
