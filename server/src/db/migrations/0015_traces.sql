-- works-with: 0013
-- Where the spans of a job belong: {"traceparent": of the job's own span, "parent": id of the span it was made in}.
alter table jobs add column trace jsonb;
