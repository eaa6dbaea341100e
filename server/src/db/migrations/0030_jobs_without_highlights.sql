-- works-with: 0013
-- no transaction
-- Completed jobs whose highlights are to be computed: those that code of an earlier release completed.
drop index concurrently if exists jobs_without_highlights;
create index concurrently jobs_without_highlights on jobs (id) where status = 'completed' and highlights is null;
