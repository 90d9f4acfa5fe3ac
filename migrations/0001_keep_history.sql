CREATE TABLE `gone_page` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`title` text NOT NULL,
	`gone_at` integer NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gone_page_path` ON `gone_page` (`path`);--> statement-breakpoint
CREATE TABLE `page_path` (
	`page_id` text NOT NULL,
	`path` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer,
	PRIMARY KEY(`page_id`, `path`, `first_seen_at`)
);
--> statement-breakpoint
CREATE INDEX `page_path_path` ON `page_path` (`path`);--> statement-breakpoint
ALTER TABLE `asset` ADD `preview` text;--> statement-breakpoint
ALTER TABLE `collection_view_group` ADD `subgroup` text;--> statement-breakpoint
ALTER TABLE `mirror` ADD `pages` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mirror` ADD `blocks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mirror` ADD `rows` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mirror` ADD `collections` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mirror` ADD `assets` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `digest` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sync_run` ADD `exit_code` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `collection_view_row_block` ON `collection_view_row` (`block_id`);--> statement-breakpoint
INSERT INTO `page_path` (`page_id`, `path`, `first_seen_at`)
	SELECT `page`.`id`, `page`.`path`, `mirror`.`published_at` FROM `page`, `mirror`;
