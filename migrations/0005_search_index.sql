CREATE TABLE `search_index` (
	`id` integer PRIMARY KEY NOT NULL,
	`tokenizer` integer NOT NULL,
	`generation` integer NOT NULL,
	CONSTRAINT "search_index_one_row" CHECK("search_index"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `search_page` (
	`number` integer PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`title` text NOT NULL,
	`aliases` text NOT NULL,
	`headings` text NOT NULL,
	`tags` text NOT NULL,
	`changed_in` integer NOT NULL,
	FOREIGN KEY (`page_id`) REFERENCES `page`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "aliases_json" CHECK("aliases" is null or json_valid("aliases")),
	CONSTRAINT "headings_json" CHECK("headings" is null or json_valid("headings")),
	CONSTRAINT "tags_json" CHECK("tags" is null or json_valid("tags"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_page_page_id_unique` ON `search_page` (`page_id`);--> statement-breakpoint
CREATE INDEX `search_page_changed` ON `search_page` (`changed_in`);--> statement-breakpoint
CREATE TABLE `search_section` (
	`id` integer PRIMARY KEY NOT NULL,
	`page_number` integer NOT NULL,
	`heading` text NOT NULL,
	`anchor` text,
	`text` text NOT NULL,
	FOREIGN KEY (`page_number`) REFERENCES `search_page`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `search_section_page` ON `search_section` (`page_number`);