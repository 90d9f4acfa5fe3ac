-- The words of all sections. Each row is what is said of a section in `search_section`, by its id:
-- `head` (titles and names), `body`, and `whole` (names that signs join, as one word). It keeps no
-- text of its own. "ascii" takes everything beyond ASCII for letters: words come folded already.
CREATE VIRTUAL TABLE search_text USING fts5(
  head, body, whole, content = '', tokenize = 'ascii'
);
--> statement-breakpoint
-- What is deleted leaves nothing behind in the index.
INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO search_text (search_text, rank) VALUES ('rank', 'bm25(6.0, 1.0, 4.0)');
