CREATE TABLE `change` (
	`generation` integer NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`generation`, `key`),
	FOREIGN KEY (`generation`) REFERENCES `publication`(`generation`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `publication` (
	`generation` integer PRIMARY KEY NOT NULL,
	`is_everything` integer NOT NULL,
	`is_withdrawal` integer NOT NULL,
	CONSTRAINT "is_everything_boolean" CHECK("is_everything" in (0, 1)),
	CONSTRAINT "is_withdrawal_boolean" CHECK("is_withdrawal" in (0, 1))
);
