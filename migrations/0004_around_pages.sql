DROP INDEX `link_target_page`;--> statement-breakpoint
CREATE INDEX `link_fragment` ON `link` (`target_page_id`,`url`) WHERE instr(url, '#') > 0;--> statement-breakpoint
CREATE INDEX `link_target_page` ON `link` (`target_page_id`,`kind`,`page_id`);--> statement-breakpoint
DROP INDEX `page_parent`;--> statement-breakpoint
CREATE INDEX `page_parent` ON `page` (`parent_page_id`,`collection_id`,`position`);