CREATE TABLE `asset` (
	`source` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`width` real,
	`height` real
);
--> statement-breakpoint
CREATE TABLE `block` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`title` text NOT NULL,
	`content` text,
	`parent_id` text NOT NULL,
	`parent_table` text NOT NULL,
	`space_id` text,
	`page_id` text,
	`page_icon` text,
	`collection_id` text,
	`view_ids` text,
	`version` integer NOT NULL,
	`created_time` integer NOT NULL,
	`last_edited_time` integer NOT NULL,
	`raw` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `block_page` ON `block` (`page_id`);--> statement-breakpoint
CREATE INDEX `block_parent` ON `block` (`parent_id`);--> statement-breakpoint
CREATE INDEX `block_type` ON `block` (`type`);--> statement-breakpoint
CREATE TABLE `collection` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`parent_id` text NOT NULL,
	`version` integer NOT NULL,
	`raw` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `collection_property` (
	`collection_id` text NOT NULL,
	`property_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`options` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `property_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collection`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `collection_view` (
	`id` text PRIMARY KEY NOT NULL,
	`collection_id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`parent_id` text NOT NULL,
	`version` integer NOT NULL,
	`raw` text NOT NULL,
	FOREIGN KEY (`collection_id`) REFERENCES `collection`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collection_view_collection` ON `collection_view` (`collection_id`);--> statement-breakpoint
CREATE TABLE `collection_view_group` (
	`view_id` text NOT NULL,
	`position` integer NOT NULL,
	`value` text,
	`is_hidden` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`view_id`, `position`),
	FOREIGN KEY (`view_id`) REFERENCES `collection_view`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `collection_view_row` (
	`view_id` text NOT NULL,
	`group_position` integer NOT NULL,
	`position` integer NOT NULL,
	`block_id` text NOT NULL,
	PRIMARY KEY(`view_id`, `group_position`, `position`),
	FOREIGN KEY (`block_id`) REFERENCES `block`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`view_id`,`group_position`) REFERENCES `collection_view_group`(`view_id`,`position`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `date_value` (
	`block_id` text NOT NULL,
	`property_id` text NOT NULL,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`start_date` text NOT NULL,
	`start_time` text,
	`end_date` text,
	`end_time` text,
	`time_zone` text,
	PRIMARY KEY(`block_id`, `property_id`, `position`),
	FOREIGN KEY (`block_id`) REFERENCES `block`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `date_value_start` ON `date_value` (`start_date`);--> statement-breakpoint
CREATE TABLE `mirror` (
	`id` integer PRIMARY KEY NOT NULL,
	`root_page_id` text NOT NULL,
	`space_id` text NOT NULL,
	`generation` integer NOT NULL,
	`published_at` integer NOT NULL,
	`digest` text NOT NULL,
	`path_rules` text NOT NULL,
	CONSTRAINT "mirror_one_row" CHECK("mirror"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `page` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`parent_page_id` text,
	`collection_id` text,
	`depth` integer NOT NULL,
	`position` integer NOT NULL,
	`icon` text,
	`cover` text,
	`text` text NOT NULL,
	`created_time` integer NOT NULL,
	`last_edited_time` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `block`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_page_id`) REFERENCES `page`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `page_path_unique` ON `page` (`path`);--> statement-breakpoint
CREATE INDEX `page_slug` ON `page` (`slug`);--> statement-breakpoint
CREATE INDEX `page_parent` ON `page` (`parent_page_id`,`position`);--> statement-breakpoint
CREATE TABLE `sync_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`is_published` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	`requests` integer NOT NULL,
	`account` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`avatar` text
);
