CREATE TABLE `title_mention` (
	`page_id` text NOT NULL,
	`mentioned_id` text NOT NULL,
	PRIMARY KEY(`page_id`, `mentioned_id`)
);

--> statement-breakpoint
-- It is unknown which mentions the former names of these pages contain.
INSERT INTO `title_mention`
SELECT `page_id`, '' FROM `page_path` WHERE `last_seen_at` IS NOT NULL
UNION SELECT `page_id`, '' FROM `former_title`
UNION SELECT `id`, '' FROM `gone_page`;
