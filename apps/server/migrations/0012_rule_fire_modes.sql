ALTER TABLE "rule_status" ADD COLUMN "phase" jsonb;--> statement-breakpoint
-- Stored definitions are not parsed when they are read, so they need the new fields. Rules keep their behaviour.
UPDATE "twin_rules" SET "definition" = '{"fireOn": "every", "forMinutes": 0}'::jsonb || "definition";--> statement-breakpoint
UPDATE "rule_revisions" SET "fields" = '{"fireOn": "every", "forMinutes": 0}'::jsonb || "fields";
