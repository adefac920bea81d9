-- The box round an area in the units of twins.x and twins.y; null where a circle has no centre.
create function twin_area(area jsonb, latitude double precision, longitude double precision) returns box
language plpgsql immutable parallel safe as $$
declare
  corner jsonb;
  sine double precision;
  x double precision;
  y double precision;
  reach double precision;
  low_x double precision;
  low_y double precision;
  high_x double precision;
  high_y double precision;
begin
  if area ->> 'kind' = 'circle' then
    if latitude is null or longitude is null then
      return null;
    end if;
    sine := sin(radians(least(85.0511, greatest(-85.0511, latitude))));
    x := (longitude + 180) / 360 * 1073741824;
    y := (0.5 - ln((1 + sine) / (1 - sine)) / (4 * pi())) * 1073741824;
    reach := (area ->> 'radiusMeters')::double precision / (40075016.7 * sqrt(1 - sine * sine)) * 1073741824;
    return box(point(x - reach, y - reach), point(x + reach, y + reach));
  end if;
  for corner in select value from jsonb_array_elements(area -> 'points') loop
    sine := sin(radians(least(85.0511, greatest(-85.0511, (corner ->> 1)::double precision))));
    x := ((corner ->> 0)::double precision + 180) / 360 * 1073741824;
    y := (0.5 - ln((1 + sine) / (1 - sine)) / (4 * pi())) * 1073741824;
    low_x := least(low_x, x);
    low_y := least(low_y, y);
    high_x := greatest(high_x, x);
    high_y := greatest(high_y, y);
  end loop;
  return box(point(low_x, low_y), point(high_x, high_y));
end
$$;
--> statement-breakpoint
create function twin_area_extent(area jsonb, latitude double precision, longitude double precision)
returns double precision language plpgsql immutable parallel safe as $$
declare
  outline box;
begin
  outline := public.twin_area(area, latitude, longitude);
  return greatest(width(outline), height(outline));
end
$$;
--> statement-breakpoint
CREATE TABLE "twin_cells" (
	"level" smallint NOT NULL,
	"cell_x" integer NOT NULL,
	"cell_y" integer NOT NULL,
	"account_id" bigint NOT NULL,
	"scope_id" bigint NOT NULL,
	"category" text NOT NULL,
	"type" text NOT NULL,
	"disabled" boolean NOT NULL,
	"status" smallint NOT NULL,
	"count" integer NOT NULL,
	"sum_x" bigint NOT NULL,
	"sum_y" bigint NOT NULL,
	"is_difference" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE INDEX "twin_cells_place" ON "twin_cells" USING btree ("level","cell_x","cell_y");--> statement-breakpoint
CREATE INDEX "twin_cells_difference" ON "twin_cells" USING btree ("level","cell_x","cell_y") WHERE "twin_cells"."is_difference";--> statement-breakpoint
CREATE INDEX "twins_area" ON "twins" USING gist (twin_area("geo_polygon", "latitude", "longitude")) WHERE "twins"."geo_polygon" is not null;--> statement-breakpoint
CREATE INDEX "twins_area_extent" ON "twins" USING btree (twin_area_extent("geo_polygon", "latitude", "longitude")) WHERE "twins"."geo_polygon" is not null;--> statement-breakpoint
CREATE INDEX "twins_floors" ON "twins" USING btree ("id") WHERE "twins"."overlay_bounds" is not null;
--> statement-breakpoint
-- What a change of twins adds to the squares of the map and takes from them. Only rows are added: two changes never wait
-- for each other here.
create function note_twin_cells() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y)
    select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
      count(*), sum(x), sum(y)
    from new_twins cross join generate_series(0, 14, 2) as level
    where x is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y)
    select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
      -count(*), -sum(x), -sum(y)
    from old_twins cross join generate_series(0, 14, 2) as level
    where x is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y)
    select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
      sum(n), sum(n * x::bigint), sum(n * y::bigint)
    from (
      select 1 as n, x, y, account_id, scope_id, category, type, disabled, status from new_twins where x is not null
      union all
      select -1, x, y, account_id, scope_id, category, type, disabled, status from old_twins where x is not null
    ) as changed cross join generate_series(0, 14, 2) as level
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(n) <> 0 or sum(n * x::bigint) <> 0 or sum(n * y::bigint) <> 0;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger twins_cells_insert after insert on twins
  referencing new table as new_twins for each statement execute function note_twin_cells();
--> statement-breakpoint
create trigger twins_cells_update after update on twins
  referencing old table as old_twins new table as new_twins for each statement execute function note_twin_cells();
--> statement-breakpoint
create trigger twins_cells_delete after delete on twins
  referencing old table as old_twins for each statement execute function note_twin_cells();
--> statement-breakpoint
insert into twin_cells (level, cell_x, cell_y, account_id, scope_id, category, type, disabled, status, count, sum_x, sum_y, is_difference)
select level, x >> (25 - level), y >> (25 - level), account_id, scope_id, category, type, disabled, status,
  count(*), sum(x), sum(y), false
from twins cross join generate_series(0, 14, 2) as level
where x is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
