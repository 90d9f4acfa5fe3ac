CREATE TABLE `former_title` (
	`page_id` text NOT NULL,
	`title` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `title`)
);
--> statement-breakpoint
CREATE TABLE `search_called` (
	`name` text NOT NULL,
	`page_number` integer NOT NULL,
	`is_title` integer NOT NULL,
	PRIMARY KEY(`name`, `page_number`),
	FOREIGN KEY (`page_number`) REFERENCES `search_page`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "is_title_boolean" CHECK("is_title" in (0, 1))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `search_called_page` ON `search_called` (`page_number`);--> statement-breakpoint
DROP INDEX `search_page_changed`;--> statement-breakpoint
ALTER TABLE `search_page` DROP COLUMN `changed_in`;
--> statement-breakpoint
-- The words of what pages are called, by the numbers of `search_page`; as `search_text`, it keeps no
-- text of its own, and its words come folded.
CREATE VIRTUAL TABLE search_name USING fts5(
  title, alias, heading, tag, content = '', tokenize = 'ascii'
);
--> statement-breakpoint
INSERT INTO search_name (search_name, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO search_name (search_name, rank) VALUES ('rank', 'bm25(6.0, 4.0, 2.0, 1.5)');
