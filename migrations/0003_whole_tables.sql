CREATE TABLE `table_digest` (
	`table_name` text PRIMARY KEY NOT NULL,
	`rows` integer NOT NULL,
	`digest` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_block` (
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
	`raw` text NOT NULL,
	CONSTRAINT "content_json" CHECK("content" is null or json_valid("content")),
	CONSTRAINT "view_ids_json" CHECK("view_ids" is null or json_valid("view_ids")),
	CONSTRAINT "raw_object" CHECK(json_valid("raw") and json_type("raw") = 'object')
);
--> statement-breakpoint
INSERT INTO `__new_block`("id", "type", "title", "content", "parent_id", "parent_table", "space_id", "page_id", "page_icon", "collection_id", "view_ids", "version", "created_time", "last_edited_time", "raw") SELECT "id", "type", "title", "content", "parent_id", "parent_table", "space_id", "page_id", "page_icon", "collection_id", "view_ids", "version", "created_time", "last_edited_time", "raw" FROM `block`;--> statement-breakpoint
DROP TABLE `block`;--> statement-breakpoint
ALTER TABLE `__new_block` RENAME TO `block`;--> statement-breakpoint
CREATE INDEX `block_page` ON `block` (`page_id`);--> statement-breakpoint
CREATE INDEX `block_parent` ON `block` (`parent_id`);--> statement-breakpoint
CREATE INDEX `block_type` ON `block` (`type`);--> statement-breakpoint
CREATE TABLE `__new_collection` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`parent_id` text NOT NULL,
	`version` integer NOT NULL,
	`view_name` text DEFAULT '' NOT NULL,
	`raw` text NOT NULL,
	CONSTRAINT "raw_object" CHECK(json_valid("raw") and json_type("raw") = 'object')
);
--> statement-breakpoint
INSERT INTO `__new_collection`("id", "name", "icon", "parent_id", "version", "view_name", "raw") SELECT "id", "name", "icon", "parent_id", "version", "view_name", "raw" FROM `collection`;--> statement-breakpoint
DROP TABLE `collection`;--> statement-breakpoint
ALTER TABLE `__new_collection` RENAME TO `collection`;--> statement-breakpoint
CREATE TABLE `__new_collection_property` (
	`collection_id` text NOT NULL,
	`property_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`options` text,
	`position` integer NOT NULL,
	`column_name` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`collection_id`, `property_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collection`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "options_json" CHECK("options" is null or json_valid("options"))
);
--> statement-breakpoint
INSERT INTO `__new_collection_property`("collection_id", "property_id", "name", "type", "options", "position", "column_name") SELECT "collection_id", "property_id", "name", "type", "options", "position", "column_name" FROM `collection_property`;--> statement-breakpoint
DROP TABLE `collection_property`;--> statement-breakpoint
ALTER TABLE `__new_collection_property` RENAME TO `collection_property`;--> statement-breakpoint
CREATE TABLE `__new_collection_view` (
	`id` text PRIMARY KEY NOT NULL,
	`collection_id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`parent_id` text NOT NULL,
	`version` integer NOT NULL,
	`raw` text NOT NULL,
	FOREIGN KEY (`collection_id`) REFERENCES `collection`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "raw_object" CHECK(json_valid("raw") and json_type("raw") = 'object')
);
--> statement-breakpoint
INSERT INTO `__new_collection_view`("id", "collection_id", "type", "name", "parent_id", "version", "raw") SELECT "id", "collection_id", "type", "name", "parent_id", "version", "raw" FROM `collection_view`;--> statement-breakpoint
DROP TABLE `collection_view`;--> statement-breakpoint
ALTER TABLE `__new_collection_view` RENAME TO `collection_view`;--> statement-breakpoint
CREATE INDEX `collection_view_collection` ON `collection_view` (`collection_id`);--> statement-breakpoint
CREATE TABLE `__new_collection_view_group` (
	`view_id` text NOT NULL,
	`position` integer NOT NULL,
	`value` text,
	`subgroup` text,
	`is_hidden` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`view_id`, `position`),
	FOREIGN KEY (`view_id`) REFERENCES `collection_view`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "value_json" CHECK("value" is null or json_valid("value")),
	CONSTRAINT "subgroup_json" CHECK("subgroup" is null or json_valid("subgroup")),
	CONSTRAINT "is_hidden_boolean" CHECK("is_hidden" in (0, 1))
);
--> statement-breakpoint
INSERT INTO `__new_collection_view_group`("view_id", "position", "value", "subgroup", "is_hidden", "total") SELECT "view_id", "position", "value", "subgroup", "is_hidden", "total" FROM `collection_view_group`;--> statement-breakpoint
DROP TABLE `collection_view_group`;--> statement-breakpoint
ALTER TABLE `__new_collection_view_group` RENAME TO `collection_view_group`;--> statement-breakpoint
CREATE TABLE `__new_sync_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`is_published` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	`requests` integer NOT NULL,
	`account` text NOT NULL,
	`exit_code` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "account_json" CHECK("account" is null or json_valid("account")),
	CONSTRAINT "is_published_boolean" CHECK("is_published" in (0, 1))
);
--> statement-breakpoint
INSERT INTO `__new_sync_run`("id", "generation", "is_published", "started_at", "finished_at", "requests", "account", "exit_code") SELECT "id", "generation", "is_published", "started_at", "finished_at", "requests", "account", "exit_code" FROM `sync_run`;--> statement-breakpoint
DROP TABLE `sync_run`;--> statement-breakpoint
ALTER TABLE `__new_sync_run` RENAME TO `sync_run`;--> statement-breakpoint
DROP INDEX `date_value_start`;--> statement-breakpoint
CREATE INDEX `date_value_day` ON `date_value` (`start_date`);--> statement-breakpoint
CREATE TABLE `__new_asset` (
	`source` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`width` real,
	`height` real,
	`preview` text,
	CONSTRAINT "size_positive" CHECK(size >= 0),
	CONSTRAINT "hash_sha256" CHECK(length(hash) = 64 and hash not glob '*[^0-9a-f]*')
);
--> statement-breakpoint
INSERT INTO `__new_asset`("source", "hash", "media_type", "size", "width", "height", "preview") SELECT "source", "hash", "media_type", "size", "width", "height", "preview" FROM `asset`;--> statement-breakpoint
DROP TABLE `asset`;--> statement-breakpoint
ALTER TABLE `__new_asset` RENAME TO `asset`;--> statement-breakpoint
CREATE INDEX `asset_hash` ON `asset` (`hash`);--> statement-breakpoint
CREATE TABLE `__new_page` (
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
	`characters` integer DEFAULT 0 NOT NULL,
	`created_time` integer NOT NULL,
	`last_edited_time` integer NOT NULL,
	`digest` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `block`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`collection_id`) REFERENCES `collection`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_page_id`) REFERENCES `page`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "page_below_another" CHECK(parent_page_id <> id)
);
--> statement-breakpoint
INSERT INTO `__new_page`("id", "path", "slug", "title", "parent_page_id", "collection_id", "depth", "position", "icon", "cover", "text", "characters", "created_time", "last_edited_time", "digest") SELECT "id", "path", "slug", "title", "parent_page_id", "collection_id", "depth", "position", "icon", "cover", "text", "characters", "created_time", "last_edited_time", "digest" FROM `page`;--> statement-breakpoint
DROP TABLE `page`;--> statement-breakpoint
ALTER TABLE `__new_page` RENAME TO `page`;--> statement-breakpoint
CREATE UNIQUE INDEX `page_path_unique` ON `page` (`path`);--> statement-breakpoint
CREATE INDEX `page_slug` ON `page` (`slug`);--> statement-breakpoint
CREATE INDEX `page_parent` ON `page` (`parent_page_id`,`position`);--> statement-breakpoint
CREATE INDEX `page_collection` ON `page` (`collection_id`);--> statement-breakpoint
CREATE INDEX `page_edited` ON `page` (`last_edited_time`);--> statement-breakpoint
CREATE INDEX `page_title` ON `page` (`title`);--> statement-breakpoint
CREATE INDEX `page_characters` ON `page` (`characters`);--> statement-breakpoint
CREATE TABLE `__new_link` (
	`block_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`page_id` text,
	`target_id` text,
	`target_page_id` text,
	`url` text,
	`text` text,
	PRIMARY KEY(`block_id`, `position`),
	FOREIGN KEY (`block_id`) REFERENCES `block`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`page_id`) REFERENCES `page`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_page_id`) REFERENCES `page`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kind_known" CHECK("kind" in ('sub_page', 'mention', 'text_link', 'relation', 'synced', 'alias', 'bookmark', 'embed'))
);
--> statement-breakpoint
INSERT INTO `__new_link`("block_id", "position", "kind", "page_id", "target_id", "target_page_id", "url", "text") SELECT "block_id", "position", "kind", "page_id", "target_id", "target_page_id", "url", "text" FROM `link`;--> statement-breakpoint
DROP TABLE `link`;--> statement-breakpoint
ALTER TABLE `__new_link` RENAME TO `link`;--> statement-breakpoint
CREATE INDEX `link_page` ON `link` (`page_id`);--> statement-breakpoint
CREATE INDEX `link_target` ON `link` (`target_id`);--> statement-breakpoint
CREATE INDEX `link_target_page` ON `link` (`target_page_id`);