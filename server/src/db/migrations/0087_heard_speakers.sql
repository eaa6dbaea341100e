-- works-with: 0013
-- Numbers of the speakers of the transcript as heard, so that naming one need not read the results. Null if the
-- transcript was first changed before this column was there.
alter table edited_transcripts add column speakers integer[];
