-- works-with: 0013
-- How many characters people wrote in the lines of a transcript that stand, so that their sum can have a limit. Lines that
-- were written before are not counted.
alter table edited_transcripts add column characters int not null default 0;
