// The types of the interface, made by `npm run generate`; do not edit.
export interface paths {
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs, newest first.
         * @description Jobs of the workspace in a reduced form, a page at a time. All given filters must match. Unknown parameters are ignored.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Create a job, or preview its cost with dry_run.
         * @description Answers at once; the analysis runs in the background. Poll the job by its id, wait for it with `Prefer: wait=N`, follow its events, or give a `webhook_url`. With an `Idempotency-Key` a repeated call answers 200 with the job of the first one.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a job with its results or its error.
         * @description A completed job carries `results`, a failed one `error`, one in processing `progress`. Results are kept until the job is deleted. `?results=without_frames` leaves out the detections of single frames, and `?results=none` leaves out the results. `?corrected=true` shows brands and objects as people corrected them.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Delete a finished job with its media, frames and results.
         * @description This cannot be undone. The ledger keeps what was charged. An uploaded file is deleted with the last job that uses it. A job of a batch can be deleted once the batch is final.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        /**
         * Change the tags of a job.
         * @description Its results stay as they are.
         */
        patch: operations["changeJob"];
        trace?: never;
    };
    "/v1/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a pending, processing or held job that is in no batch.
         * @description Only what was already computed is charged. A job of a batch is cancelled with its batch.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/shots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the shots of a video.
         * @description Available while the ingested media is kept, also before there are results. A completed job carries the same in `results.shots`, which is kept longer.
         */
        get: operations["getJobShots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the video of a job while it is held.
         * @description Whole, or a range of it (RFC 9110, 14), so that a player can seek.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete or rerun many jobs, with the outcome of each.
         * @description Each job is done or refused by itself: the answer is 200 whatever their outcomes, and says why a job was refused. A rerun asks the same of the same video, with the tags, `external_id` and `webhook_url` of the job, outside of any batch or Follow; it is refused for a job that is not final, or whose upload is no longer kept. New jobs wait where `max_concurrent_jobs` is reached. With an `Idempotency-Key`, a repeated `rerun` creates no second job of any of them; a repeated `delete` does no harm.
         */
        post: operations["changeJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches, newest first.
         * @description Batches of the workspace without their jobs, a page at a time.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Analyse many videos as one unit, or preview its cost with dry_run.
         * @description Creates one job for each video and tracks them together. Jobs that cannot be paid once their real length is known are held, and the batch pauses until credits are added. With an `Idempotency-Key` a repeated call answers 200 with the batch of the first one.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a batch with its jobs and aggregate results.
         * @description Read each job by its id for its results. `aggregate_results` is there as soon as the batch shows `completed`; `?corrected=true` shows its brands as people corrected them.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Name a batch.
         * @description Its jobs and their results stay as they are; `null` takes the name away.
         */
        patch: operations["changeBatch"];
        trace?: never;
    };
    "/v1/batch/{id}/newer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List later analyses of the videos of a batch.
         * @description The jobs of a batch stay as they are: a video that is analysed again, or run again because it failed, is a job of its own. This says which of these are newer, so that exposure and reports can be asked for by `job_ids`. Videos are the same if they have the same link or upload.
         */
        get: operations["listNewerAnalyses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch and its pending, processing and held jobs.
         * @description Completed jobs keep their results and stay charged. Cancelling a cancelled batch changes nothing and answers 200.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/exports/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a completed job as a file.
         * @description Subtitles, spreadsheets, timelines and annotations; the media type is that of the format. A video without speech or appearances gives a valid file with nothing in it. docs/exports.md says what each format holds and what opens it.
         */
        get: operations["exportJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/proof-frames.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the proof frames of a completed job as a ZIP file.
         * @description JPEG files named by brand or object and second, such as `Nike-0012.3s.jpg`, and `proof-frames.csv`, which says what each shows and where. As people corrected the results.
         */
        get: operations["getProofFrames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of chosen jobs as one ZIP file.
         * @description One file for each job and format, written while it is read, and `manifest.csv`, which lists every job with its files, or why there is none: it is not completed, was deleted, is none of the workspace, or did not ask for what the format needs.
         */
        get: operations["exportMany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/exports/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of all completed jobs of a batch as one file.
         * @description Jobs in the order of the batch, each line with its `job_id`. Jobs that are not completed have no lines; the batch says how many those are.
         */
        get: operations["exportBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reports of a workspace, newest first.
         * @description Those that are kept still, whatever their state.
         */
        get: operations["listReports"];
        put?: never;
        /**
         * Make a report of the exposure of brands in chosen videos.
         * @description Made in the background: read it until it is `ready`. The report holds what the jobs hold now; later corrections and deletions do not change it. Needs a plan with `downloadable_reports`. docs/reports.md shows what is in it.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a report.
         * @description Its state, and its files once it is ready.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        /**
         * Delete a report.
         * @description With its files; one that is being made is given up.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}/files/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of a report.
         * @description The media type is that of the format.
         */
        get: operations["getReportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the corrections of a job, oldest first.
         * @description All of them, in the order they apply, with who made them. Undone ones are gone.
         */
        get: operations["listCorrections"];
        put?: never;
        /**
         * Correct what was found: dismiss, rename, merge, add, confirm or move.
         * @description The results stay as found; `?corrected=true`, exports and everything computed from results show them corrected. Corrections apply in the order they were made, and the last one about a thing stands: one that names a thing as it was found overrides what was said of it before. A job keeps at most 1,000.
         */
        post: operations["createCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/corrections/evaluation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Score engines on what people corrected.
         * @description Precision and recall of each source by engine. The truth are the corrected results of the 100 jobs corrected last: what nobody corrected in them counts as right. Compared with it are their own results as found, and those of other analyses of the same links and uploads, so an analysis with another engine is scored as well. Corrections of paid segments do not count here.
         */
        get: operations["evaluateCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/corrections/{correction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo a correction.
         * @description The results are as if it had never been made. Later corrections stay; one about a thing that is gone now has no effect.
         */
        delete: operations["deleteCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/clips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clips of a job.
         * @description Newest first.
         */
        get: operations["listJobClips"];
        put?: never;
        /**
         * Make a clip of a completed job.
         * @description Answers at once; the clip is made in the background. Read it by its id until it is `ready` or `failed`. The same clip asked for again is not made again. A moment that is not in the results, or more than the format may hold, is VALIDATION_FAILED; a video that is no longer held is MEDIA_GONE.
         */
        post: operations["createClip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clips/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a clip.
         * @description How far it is, and where its file is.
         */
        get: operations["getClip"];
        put?: never;
        post?: never;
        /**
         * Delete a clip.
         * @description Its file too. One that is being made is stopped.
         */
        delete: operations["deleteClip"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clips/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the file of a clip.
         * @description Whole, or a range of it (RFC 9110, 14). The media type is that of its format.
         */
        get: operations["getClipFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what brands get out of the video of a completed job.
         * @description Seconds, share, size, place and equivalent seconds of each brand, computed from the stored results; docs/exposure.md explains each number. No brand found: an empty list.
         */
        get: operations["getJobExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what brands get out of all videos of a batch.
         * @description Of its completed jobs; `left_out` names the others. EXPORT_UNAVAILABLE if the batch did not ask for `brands`.
         */
        get: operations["getBatchExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what brands get out of any choice of completed jobs.
         * @description At most 2000 jobs, each of this workspace, completed and with `brands`; else the call names the first that is not. The body may have 262,144 bytes.
         */
        post: operations["computeExposure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what brands come to by day, week or month.
         * @description Counted from what is kept with each completed job that asked for `brands`, with corrections; of several analyses of one video the newest counts. Without `since` and `until`: the last twelve periods up to today. A campaign, brand set or Follow that does not exist is NOT_FOUND. A stretch of more than 400 periods, or one that ends before it begins, is VALIDATION_FAILED. docs/trends.md explains each number.
         */
        get: operations["getTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trends.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read trends as a CSV file.
         * @description A row for each series and period, with the same numbers as `GET /v1/trends`.
         */
        get: operations["getTrendsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trends/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the videos behind a number of a trend.
         * @description Those with the most equivalent seconds of the chosen brands first. With brands, only videos in which one of them is seen or said. A campaign, brand set or Follow that does not exist is NOT_FOUND. A stretch of more than 400 periods, or one that ends before it begins, is VALIDATION_FAILED.
         */
        get: operations["listTrendVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the campaigns of the workspace.
         * @description In the order of their names, at most 200.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Save a choice of videos under a name.
         * @description A name that a campaign has already, a Follow or brand set that does not exist, and an `until` before `since` are VALIDATION_FAILED. A workspace has at most 200 campaigns.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a campaign.
         * @description Which videos belong to it, and the brand set shown with it.
         */
        get: operations["getCampaign"];
        /**
         * Replace a campaign.
         * @description Replaces all of it. What was reported before stays as it is.
         */
        put: operations["changeCampaign"];
        post?: never;
        /**
         * Delete a campaign.
         * @description Its videos stay.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brand-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the brand sets of the workspace.
         * @description In the order of their names, at most 200.
         */
        get: operations["listBrandSets"];
        put?: never;
        /**
         * Save a brand and its rivals under a name.
         * @description A set without any brand, and a name that a set has already, are VALIDATION_FAILED. A workspace has at most 200 sets.
         */
        post: operations["createBrandSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brand-sets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a brand set.
         * @description A brand and its rivals.
         */
        get: operations["getBrandSet"];
        /**
         * Replace a brand set.
         * @description Replaces all of it, also in the campaigns that show it.
         */
        put: operations["changeBrandSet"];
        post?: never;
        /**
         * Delete a brand set.
         * @description Campaigns that show it show none then.
         */
        delete: operations["deleteBrandSet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the views of a job's video.
         * @description Every reading of the platform, when the next one is, and what counts as the audience. docs/exposure.md says when views are read.
         */
        get: operations["getJobViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the audience of a job's video by hand.
         * @description It counts instead of the views that the platform gives, which are still read.
         */
        put: operations["setJobAudience"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what views cost the workspace.
         * @description For media values where a request gives no price.
         */
        get: operations["getMediaPrices"];
        /**
         * Set what views cost the workspace.
         * @description Replaces all prices; what is absent is removed.
         */
        put: operations["setMediaPrices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read or follow the events of all jobs and batches, oldest first.
         * @description Without `Accept: text/event-stream` a page: pass its `next_cursor` as `after` to read on, even if there is nothing more yet. As a stream, each event has its kind as `event`, its position as `id` and the body of a page as `data`; comments keep the connection open, and `job.progress` says between events how far jobs are. Events are in order for each job and each position comes once; they are kept for 7 days unless the operator set another time. An older position is refused with `EVENTS_GONE`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read or follow the events of one job, oldest first.
         * @description As for all jobs. A stream without a position begins with the state of the job, as `job.current`, and every stream ends after the event that makes the job final; a client that reconnects after that gets 204, which tells browsers not to try again.
         */
        get: operations["listJobEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search what is said, shown and seen in all videos.
         * @description Passages of completed jobs, best first: exact words, then other endings, then near spellings and names that sound alike; the newest videos first where passages match equally well. Where the service has an embedding model, moments follow that mean the same in other words (`by`). A job can be found a few seconds after it completed. A `q` without letters or digits finds nothing; characters that other search engines take for operators are plain text.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a short-lived address to PUT a video file to.
         * @description PUT the bytes to `put_url` with the same `Content-Type` within 60 minutes; they do not pass through the API. Then create a job with `key` as its `upload_key`.
         *
         *     ```sh
         *     PRESIGNED=$(curl -sf "$URL/v1/uploads/presign" -H "X-Api-Key: $KEY" -H 'Content-Type: application/json' \
         *       -d '{"content_type":"video/mp4","size_bytes":'$(($(wc -c < "$FILE")))'}')
         *     PUT_URL=$(echo "$PRESIGNED" | sed 's/.*"put_url":"\([^"]*\)".*\/\1/')
         *     UPLOAD_KEY=$(echo "$PRESIGNED" | sed 's/.*"key":"\([^"]*\)".*\/\1/')
         *     curl -sf -T "$FILE" "$PUT_URL" -H 'Content-Type: video/mp4'
         *     curl -sf "$URL/v1/jobs" -H "X-Api-Key: $KEY" -H 'Content-Type: application/json' \
         *       -d '{"upload_key":"'"$UPLOAD_KEY"'","upload_filename":"'"$FILE"'","capabilities":["transcription"]}'
         *     ```
         *
         *     A file that no job used is deleted after 24 hours; how many such files a workspace may have, and how large they may be in all, depends on its plan.
         */
        post: operations["presignUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frames/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a storyboard sheet, proof frame or thumbnail.
         * @description Take the path from `sheets`, `frame_url` or `video_thumbnail_url` as it is. A frame never changes, and is kept as long as the results of its job. `width` and `crop` make a small picture of it.
         */
        get: operations["getFrame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the workspace, its credits and limits.
         * @description Includes the secret that signs webhooks.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the ledger of a period with its sums.
         * @description Entries newest first, a page at a time; the sums cover the whole period.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces.
         * @description All of them on one page, with their balances in credits.
         */
        get: operations["adminListWorkspaces"];
        put?: never;
        /**
         * Create a workspace with a key of all scopes.
         * @description The key is shown only this once; the webhook secret can also be read with the account. The workspace begins with the plan's own credits, and with `credits` purchased ones in addition.
         */
        post: operations["adminCreateWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a workspace and everything it owns.
         * @description Deletes its jobs, results, files, keys and ledger. This cannot be undone.
         */
        delete: operations["adminDeleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Change plan, past-due state or name.
         * @description Omitted fields are unchanged.
         */
        patch: operations["adminChangeWorkspace"];
        trace?: never;
    };
    "/admin/v1/workspaces/{id}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant, sell or refund credits.
         * @description Held jobs that the new balance covers resume by themselves, oldest first.
         */
        post: operations["adminAddCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key; it is shown once.
         * @description Only a hash of it is kept. A workspace may have up to 200 keys that are not revoked, of different scopes.
         */
        post: operations["adminCreateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a workspace.
         * @description Names, scopes and who created them; the keys themselves are not stored. Only people and the operator create and revoke keys.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key.
         * @description The next call with it is refused.
         */
        delete: operations["adminRevokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{id}/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the webhook signing secret.
         * @description The previous secret becomes invalid at once, unless `keep_previous_hours` is given: until then `webhook-signature` carries a signature by each, and `X-Service-Signature` one by the new secret. If you rotate again, only the most recent previous secret is kept. The new one can also be read with the account.
         */
        post: operations["adminRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries, newest first.
         * @description Each with its attempts and the beginning of their answers, a page at a time. All given filters must match. Kept for 30 days unless the operator set another time.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries, newest first.
         * @description Each with its attempts and the beginning of their answers, a page at a time. All given filters must match. Kept for 30 days unless the operator set another time.
         */
        get: operations["adminListDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook event once more.
         * @description A new round of attempts with the same event id and body, each signed with the secret current at its time. Attempts of the previous round that were still waiting are dropped.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook event once more.
         * @description A new round of attempts with the same event id and body, each signed with the secret current at its time. Attempts of the previous round that were still waiting are dropped.
         */
        post: operations["adminReplayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event.
         * @description A `webhook.test` event with an empty payload, delivered like any other event.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/follows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the Follows of a workspace.
         * @description All of them, with what each has spent this month.
         */
        get: operations["listFollows"];
        put?: never;
        /**
         * Watch a channel, creator, playlist, search or feed: its new videos become jobs.
         * @description Runs immediately. Existing videos are skipped except the newest `backfill`. A source that is already watched gets a second Follow, with its own rule and jobs.
         */
        post: operations["createFollow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{id}/follows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the Follows of a workspace.
         * @description All of them, with what each has spent this month.
         */
        get: operations["adminListFollows"];
        put?: never;
        /**
         * Watch a channel, creator, playlist, search or feed: its new videos become jobs.
         * @description Runs immediately. Existing videos are skipped except the newest `backfill`. A source that is already watched gets a second Follow, with its own rule and jobs.
         */
        post: operations["adminCreateFollow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/follows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a Follow.
         * @description With what it has spent this month.
         */
        get: operations["getFollow"];
        put?: never;
        post?: never;
        /**
         * Delete a Follow; its jobs are kept.
         * @description No new videos are looked for.
         */
        delete: operations["deleteFollow"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a Follow.
         * @description Omitted fields are unchanged; `null` clears a field. Existing jobs are not changed.
         */
        patch: operations["changeFollow"];
        trace?: never;
    };
    "/admin/v1/follows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a Follow.
         * @description With what it has spent this month.
         */
        get: operations["adminGetFollow"];
        put?: never;
        post?: never;
        /**
         * Delete a Follow; its jobs are kept.
         * @description No new videos are looked for.
         */
        delete: operations["adminDeleteFollow"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a Follow.
         * @description Omitted fields are unchanged; `null` clears a field. Existing jobs are not changed.
         */
        patch: operations["adminChangeFollow"];
        trace?: never;
    };
    "/v1/follows/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the videos a Follow of this source would find now.
         * @description Nothing is created. Each video names the filter that would exclude it.
         */
        post: operations["previewFollow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/follows/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a Follow now; with `backfill` also take the newest videos that have no job.
         * @description An extra run, outside the schedule. A paused Follow must be resumed first.
         */
        post: operations["runFollow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/follows/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a Follow now; with `backfill` also take the newest videos that have no job.
         * @description An extra run, outside the schedule. A paused Follow must be resumed first.
         */
        post: operations["adminRunFollow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/follows/{id}/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last 200 videos a Follow found, with the job of each or the reason there is none.
         * @description Includes those its filters excluded.
         */
        get: operations["listFollowVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/follows/{id}/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last 200 videos a Follow found, with the job of each or the reason there is none.
         * @description Includes those its filters excluded.
         */
        get: operations["adminListFollowVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the brands a workspace keeps.
         * @description In order of their names, at most 500.
         */
        get: operations["listBrands"];
        put?: never;
        /**
         * Add a brand to the library.
         * @description Analyses started afterwards use it. A name that the library has already, also in another spelling (`COCA COLA`, `Coca-Cola`), is VALIDATION_FAILED: change that entry instead. At most 500 brands.
         */
        post: operations["createBrand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a brand of the library.
         * @description With its pictures.
         */
        get: operations["getBrand"];
        /**
         * Replace an entry of the library.
         * @description Replaces the whole entry; its pictures are kept.
         */
        put: operations["changeBrand"];
        post?: never;
        /**
         * Delete a brand of the library.
         * @description Deletes its pictures too; results that name it are kept.
         */
        delete: operations["deleteBrand"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands/{id}/recount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read in how many earlier videos a brand can be recounted.
         * @description And how far the last recount is.
         */
        get: operations["readBrandRecount"];
        put?: never;
        /**
         * Look for a brand in the results of earlier videos.
         * @description Costs no credits: no video is analysed again. The texts and the speech of completed jobs that named no brands are read by the rules of an analysis, newest first, in the background. Each video in which the brand is found gets a correction of the kind `recount`. What people dismissed stays dismissed, and nothing is added twice.
         */
        post: operations["recountBrand"];
        /**
         * Take back what recounts of a brand added.
         * @description In all videos, in the background. The entry of the library stays.
         */
        delete: operations["undoBrandRecount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands/{id}/logos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a picture of a logo to a brand.
         * @description The body is the picture. It is decoded, scaled to at most 512 pixels wide and high, and kept as PNG; a brand has at most 10.
         */
        post: operations["uploadBrandLogo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brands/{id}/logos/{logo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a picture of a logo.
         * @description A picture never changes.
         */
        get: operations["getBrandLogo"];
        put?: never;
        post?: never;
        /**
         * Delete a picture of a logo.
         * @description Analyses started afterwards no longer use it.
         */
        delete: operations["deleteBrandLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List presets, the built-in ones first.
         * @description Those of the workspace follow in order of their names, at most 100. The built-in ones `preset_sponsorship`, `preset_transcript` and `preset_everything` are adapted to the plan.
         */
        get: operations["listPresets"];
        put?: never;
        /**
         * Save what to find out under a name.
         * @description Jobs and batches take it by `preset`, as its id or its name. What a job with these fields would be refused for is refused here too, except for limits of the plan, which may change. A name that a preset has already is VALIDATION_FAILED. At most 100 presets.
         */
        post: operations["createPreset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/presets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a preset.
         * @description One of the workspace, or a built-in one.
         */
        get: operations["getPreset"];
        /**
         * Replace a preset.
         * @description Replaces all of it. Jobs that were created with it stay as they are. A built-in preset cannot be changed: VALIDATION_FAILED.
         */
        put: operations["changePreset"];
        post?: never;
        /**
         * Delete a preset.
         * @description Jobs that were created with it stay as they are. A built-in preset cannot be deleted: VALIDATION_FAILED.
         */
        delete: operations["deletePreset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/disk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what takes space.
         * @description Stored files by kind, the data folder of the process that answers, and the database. Files are counted in the background: read again while `measuring` is true.
         */
        get: operations["adminGetDisk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/disk/free": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove files before their time.
         * @description What is removed cannot be brought back. Nothing that an open job uses is removed. Ask with `dry_run` first.
         */
        post: operations["adminFreeDisk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log, newest first.
         * @description What operators, owners and keys changed: of every workspace for the operator, of its own for an owner. Entries are kept for a year unless the operator set another time.
         */
        get: operations["adminListAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backups of the service, newest first.
         * @description Those in the folder of backups of this process, and those that failed.
         */
        get: operations["adminListBackups"];
        put?: never;
        /**
         * Make a backup now.
         * @description Begins in the background, beside the running service; the list shows it. One backup runs at a time. A session gives the password of its operator too.
         */
        post: operations["adminMakeBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/backups/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a backup.
         * @description The service answers 503 until it is done. What is there now is saved as a backup first, by which the restore can be undone; if the restore fails, the service goes on with it. With several processes, stop them and use `reelsight restore`. A session gives the password of its operator too.
         */
        post: operations["adminRestoreBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/backups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a backup.
         * @description Removes its file from the folder, or the entry of one that failed. A session gives the password of its operator too.
         */
        delete: operations["adminDeleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/runners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runners.
         * @description Those that are not revoked, then the last 200 revoked ones; newest first.
         */
        get: operations["adminListRunners"];
        put?: never;
        /**
         * Create a runner with a token.
         * @description The token is shown only this once; only a hash of it is kept. A runner does parts of jobs on another machine, with `reelsight runner`.
         */
        post: operations["adminCreateRunner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/runners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a runner.
         * @description Its parts are given back and its calls refused at once.
         */
        delete: operations["adminRevokeRunner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links of a job.
         * @description Those that have not ended, newest first. The link itself is not shown again.
         */
        get: operations["listJobShares"];
        put?: never;
        /**
         * Create a link that shows parts of a job.
         * @description Anybody who has the link sees the chosen parts, without an account, until it ends or is deleted. At most 100 links of a job at a time. A key also needs the scope `jobs:read`, because a link shows results.
         */
        post: operations["createJobShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to a report.
         * @description Those that have not ended, newest first. The link itself is not shown again.
         */
        get: operations["listReportShares"];
        put?: never;
        /**
         * Create a link to a report.
         * @description Anybody who has the link can read the files of the report, without an account, until it ends or is deleted, or the report is no longer kept. At most 100 links of a report at a time. A key also needs the scope `jobs:read`.
         */
        post: operations["createReportShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all links of the workspace.
         * @description Those that have not ended, newest first. The link itself is not shown again.
         */
        get: operations["listShares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a link.
         * @description It shows nothing from now on.
         */
        delete: operations["deleteShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "job.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: job.completed
         * @description A job has results: read it by id.
         */
        post: operations["onJobCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: job.failed
         * @description A job failed; it is not charged.
         */
        post: operations["onJobFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: job.cancelled
         * @description A job that had begun was cancelled. A job that was still waiting sends nothing.
         */
        post: operations["onJobCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: job.held
         * @description A job waits for credits, for 7 days at most; it resumes by itself once funded.
         */
        post: operations["onJobHeld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: batch.completed
         * @description Every job of a batch is final.
         */
        post: operations["onBatchCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: batch.paused
         * @description No job of a batch can run, and at least one waits for credits.
         */
        post: operations["onBatchPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to webhook_url: webhook.test
         * @description A test, sent only when asked for; it belongs to no job and no batch.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A workspace, as its own keys see it. */
        Account: {
            /** @description Id of the workspace, `ws_…`. */
            tenant_id: string;
            /** @description Name of the workspace. */
            name: string;
            /** @description E-mail address of the account. */
            email: string;
            /** @description The plan the workspace is on. */
            plan: components["schemas"]["PlanName"];
            /** @description What can be spent, and when it is reset. */
            credits: components["schemas"]["Credits"];
            /** @description Limits of the plan. */
            limits: components["schemas"]["Limits"];
            /** @description Secret that signs webhooks, `whsec_…`; null when the caller may not see it (a member of the workspace who is not an owner). */
            webhook_secret: string | null;
            /**
             * Format: date-time
             * @description While the webhook secret is being rotated: the time until which the previous one signs too. Otherwise absent.
             */
            previous_webhook_secret_ends_at?: string;
            /**
             * Format: date-time
             * @description When the workspace was created.
             */
            created_at: string;
        };
        /** @description Who did something. */
        Actor: {
            /**
             * @description `user`: a signed-in person. `operator`: the operator's token. `key`: an API key.
             * @enum {string}
             */
            type: "user" | "operator" | "key";
            /** @description Id of the person or key; null for the operator's token. */
            id: string | null;
            /** @description Name and e-mail address of the person, or name of the key, as they were then. */
            name: string;
        };
        /** @description Credits to add. */
        AddCredits: {
            /**
             * @description `grant` adds plan credits; `purchase` and `refund` add purchased ones.
             * @enum {string}
             */
            type: "grant" | "purchase" | "refund";
            /** @description Credits to add, at least 1. */
            amount: number;
            /** @description The reason, at most 500 characters; shown in the ledger. */
            description?: string | null;
        };
        /** @description An appearance that was missed. */
        AddedAppearance: {
            /** @description When it comes into view, or begins to be heard, in seconds. */
            start: number;
            /** @description When it ends, in seconds: after `start`, and not after the video. */
            end: number;
            /** @description The moment whose picture the box is drawn on, in seconds. Default `start`. */
            timestamp?: number | null;
            /** @description Where it is on the frame, as fractions; needed if it is seen. */
            box?: components["schemas"]["BoundingBox"] | null;
            /**
             * @description `visual`: seen. `audio`: heard; only brands are.
             * @enum {string}
             */
            source: "visual" | "audio";
        };
        /** @description What all videos of a batch show together. */
        AggregateResults: {
            /** @description One answer to each question, in the same order. */
            queries: {
                /** @description The question, as asked. */
                query: string;
                /** @description The answer; empty if `answered` is false. */
                answer: string;
                /** @description Whether the videos hold an answer. */
                answered: boolean;
                /**
                 * @description `answered`; `not_found`: all of the video was looked through, and it does not say; `not_tested`: it may say, but no language model answered the question, or a part of the video could not be read. Absent from results of earlier versions.
                 * @enum {string}
                 */
                outcome?: "answered" | "not_found" | "not_tested";
                /** @description The evidence for the answer. */
                evidence: {
                    /** @description The job whose video shows it. */
                    job_id: string;
                    /** @description Link of the video; null for an uploaded file. */
                    url: string | null;
                    /** @description The moment in that video, in seconds. */
                    timestamp: number;
                    /** @description `speech`, `visual`, `text` or `metadata`. */
                    source: string;
                    /** @description The words that support it; absent if there are none. */
                    quote?: string;
                }[];
            }[];
            /** @description Brands of all videos. */
            brands: {
                /** @description Name of the brand. */
                name: string;
                /** @description Number of videos it appears in. */
                videos: number;
                /** @description Number of appearances in all of them. */
                total_appearances: number;
                /** @description How long it is in view in all of them, in seconds. */
                total_visible_duration: number;
                /** @description The jobs of those videos. */
                job_ids: string[];
                /**
                 * @description `true` if a person changed something about it; else absent.
                 * @constant
                 */
                corrected?: true;
            }[];
            /** @description Number of jobs whose results were included. */
            jobs_included: number;
            /** @description Jobs without results, and those with more than can be compared. */
            jobs_excluded: {
                /** @description Id of the job, `job_…`. */
                job_id: string;
                /** @description Why it was left out: its state or failure code, or `results_too_large`. */
                reason: string;
            }[];
            /**
             * Format: date-time
             * @description When this was created.
             */
            generated_at: string;
            /**
             * @description `true` if people changed something in `brands`, which only `?corrected=true` shows; else absent. The answers stay as they were given.
             * @constant
             */
            corrected?: true;
        };
        /** @description Names whose colours are asked for. */
        AskBrandSlots: {
            /** @description Names of brands, 1 to 500. */
            names: string[];
        };
        /** @description One change, and who made it. */
        AuditEntry: {
            /** @description Id of the entry, `aud_…`. */
            audit_id: string;
            /** @description The workspace that was changed; null if the change belongs to none. */
            tenant_id: string | null;
            /** @description What was done, such as `key.created`. */
            action: string;
            /** @description Who did it. */
            actor: components["schemas"]["Actor"];
            /** @description What it was done to. */
            target: {
                /** @description Its id; null if it has none. */
                id: string | null;
                /** @description What it was called then; null if it has no name. */
                name: string | null;
            };
            /** @description A few facts of the change, such as the new role; never a secret. */
            details: Record<string, never>;
            /** @description Id of the request, `req_…`. */
            request_id: string;
            /** @description IP address the request came from. */
            address: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            created_at: string;
        };
        /** @description A backup, or the try to make one. */
        Backup: {
            /** @description Name of its file in the folder of backups. */
            name: string;
            /**
             * @description `whole`: written to its end and read back. `failed`: there is no such file.
             * @enum {string}
             */
            state: "running" | "whole" | "failed";
            /**
             * @description `schedule`: made by schedule. `asked`: by an operator. `before_restore`: of what a restore replaced. `found`: put into the folder by somebody.
             * @enum {string}
             */
            reason: "schedule" | "asked" | "before_restore" | "found";
            /**
             * Format: date-time
             * @description When it began.
             */
            created_at: string;
            /** @description How long it took, in seconds; null while it runs. */
            seconds: number | null;
            /** @description Size of the file, in bytes; null if it failed. */
            size_bytes: number | null;
            /** @description Whether a passphrase or private key is needed to restore it. */
            encrypted: boolean;
            /** @description Version of the service that made it; null if unknown. */
            version: string | null;
            /** @description Number of jobs in it; null if unknown. */
            jobs: number | null;
            /** @description Number of files of the storage in it; null if unknown. */
            files: number | null;
            /** @description Why it failed; null if it did not. */
            error: string | null;
        };
        /** @description How backups are made, and which there are. */
        BackupOverview: {
            /** @description Cron line (UTC) by which backups are made; null: there is no schedule. */
            schedule: string | null;
            /** @description Number of backups by schedule that are kept. */
            keep: number;
            /** @description Whether new backups are encrypted. */
            encrypts: boolean;
            /** @description Why this process makes no backups; null if it does. */
            missing: string | null;
            /** @description The last restore from here; null if there was none. */
            restore: {
                /** @description Name of the backup. */
                name: string;
                /**
                 * @description `failed`: the service goes on with what it had before.
                 * @enum {string}
                 */
                state: "done" | "failed";
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                at: string;
                /** @description How long the service was away, in seconds. */
                seconds: number;
                /** @description Backup of the state before it; restoring that one undoes it. Null if there is none. */
                way_back: string | null;
                /** @description Why it failed; null if it did not. */
                error: string | null;
            } | null;
            /** @description At most the newest 200, newest first. */
            backups: components["schemas"]["Backup"][];
        };
        /** @description The same analysis of many videos. */
        Batch: {
            /** @description Id of the batch, `batch_…`. */
            batch_id: string;
            /** @description Name that people gave it; null if none. */
            name: string | null;
            /** @description State of the batch. */
            status: components["schemas"]["BatchStatus"];
            /** @description Number of jobs of the batch. */
            total_jobs: number;
            /** @description Number of jobs that are completed. `rollup` has more detail. */
            completed_count: number;
            /** @description Number of jobs that failed. `rollup` has more detail. */
            failed_count: number;
            /** @description Jobs by state. */
            rollup: components["schemas"]["Rollup"];
            /** @description Estimate of all jobs, in credits. */
            credits_estimated: number;
            /** @description Credits charged so far, for all jobs. */
            credits_charged: number;
            /** @description Address notified of its events; null if none. */
            webhook_url: string | null;
            /**
             * Format: date-time
             * @description When the batch was created.
             */
            created_at: string;
            /** @description When the batch reached a final state; null before. */
            completed_at: string | null;
            /** @description Its jobs, in the order of `urls`, then of `uploads`; read each by id for its results. */
            jobs: {
                /** @description Id of the job, `job_…`. */
                job_id: string;
                /** @description State of the job. */
                status: components["schemas"]["JobStatus"];
                /** @description Link of the video; null for an uploaded file. */
                url: string | null;
                /** @description The video's title, or the `upload_filename`; null until known. */
                video_title: string | null;
                /** @description Your own id for the job; absent if none was given. */
                external_id?: string;
                /** @description Estimate of the job, in credits. */
                credits_estimated: number;
                /** @description The estimate that the job was created with, in credits; present once `credits_estimated` was made anew for the real length of the video. */
                credits_estimated_at_submit?: number;
                /** @description Why it is held, such as `insufficient_credits`, or its failure code. */
                reason?: string;
            }[];
            /** @description What all videos show together; null until every job is final, and on a batch without `aggregate`. */
            aggregate_results: components["schemas"]["AggregateResults"] | null;
        };
        /** @description A batch that was cancelled. */
        BatchCancelled: {
            /** @description Id of the batch, `batch_…`. */
            batch_id: string;
            /** @description State of the batch: `cancelled`. */
            status: components["schemas"]["BatchStatus"];
            /** @description Number of jobs this call cancelled; 0 if the batch was cancelled before. */
            cancelled_jobs: number;
            /** @description Jobs by state. */
            rollup: components["schemas"]["Rollup"];
            /** @description Credits charged for all jobs, including those cancelled while under way. */
            credits_charged: number;
        };
        /** @description Every job of a batch is final. */
        BatchCompletedEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "batch.completed";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The batch, `batch_…`. */
            batch_id: string;
            /** @description The state the batch moved into. */
            status: components["schemas"]["BatchStatus"];
            /** @description Number of jobs of the batch. */
            total_jobs: number;
            /** @description Number of jobs with results. */
            completed_count: number;
            /** @description Number of jobs that failed. */
            failed_count: number;
            /** @description Credits charged for all jobs together. */
            credits_charged: number;
            /** @description What all videos show together; null if not asked for. */
            aggregate_results: components["schemas"]["AggregateResults"] | null;
            /**
             * Format: date-time
             * @description When the last job reached a final state.
             */
            completed_at: string;
        };
        /** @description A batch that was created. */
        BatchCreated: {
            /** @description Id of the batch, `batch_…`. */
            batch_id: string;
            /** @description State of the batch. */
            status: components["schemas"]["BatchStatus"];
            /** @description Estimate of all jobs, in credits. */
            total_credits_estimated: number;
            /** @description Credits that can be spent now. */
            balance: number;
            /** @description Whether the estimate is above the balance. Only a warning. */
            would_exceed_balance: boolean;
            /** @description One job for each video, in the order of `urls`, then of `uploads`. */
            jobs: {
                /** @description Id of the job, `job_…`. */
                job_id: string;
                /** @description State of the job. */
                status: components["schemas"]["JobStatus"];
                /** @description Link of the video; null for an uploaded file. */
                url: string | null;
                /** @description The video's title, or the `upload_filename`; null until known. */
                video_title: string | null;
                /** @description Your own id for the job; absent if none was given. */
                external_id?: string;
                /** @description Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`. */
                platform: string;
                /** @description Length of the video in seconds; null while unresolved. */
                duration_seconds: number | null;
                /** @description Estimate of the job, in credits. */
                credits_estimated: number;
                /**
                 * @description `duration_unresolved` if the estimate is based on an assumed duration.
                 * @constant
                 */
                note?: "duration_unresolved";
            }[];
        };
        /** @description What a batch would cost. */
        BatchDryRun: {
            /**
             * @description Always true: nothing was created.
             * @constant
             */
            dry_run: true;
            /** @description Estimate of all jobs, in credits. */
            total_credits_estimated: number;
            /** @description Credits that can be spent now. */
            balance: number;
            /** @description Whether the estimate is above the balance. Only a warning. */
            would_exceed_balance: boolean;
            /** @description One for each video, in the order of `urls`, then of `uploads`. */
            jobs: {
                /** @description Link of the video; null for an uploaded file. */
                url: string | null;
                /** @description The video's title, or the `upload_filename`; null until known. */
                video_title: string | null;
                /** @description Your own id for the job; absent if none was given. */
                external_id?: string;
                /** @description Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`. */
                platform: string;
                /** @description Length of the video in seconds; null while unresolved. */
                duration_seconds: number | null;
                /** @description Estimate of the job, in credits. */
                credits_estimated: number;
                /**
                 * @description `duration_unresolved` if the estimate is based on an assumed duration.
                 * @constant
                 */
                note?: "duration_unresolved";
            }[];
        };
        /** @description A batch without its jobs and aggregate results. */
        BatchListItem: {
            /** @description Id of the batch, `batch_…`. */
            batch_id: string;
            /** @description Name that people gave it; null if none. */
            name: string | null;
            /** @description State of the batch. */
            status: components["schemas"]["BatchStatus"];
            /** @description Number of jobs of the batch. */
            total_jobs: number;
            /** @description Number of jobs that are completed. `rollup` has more detail. */
            completed_count: number;
            /** @description Number of jobs that failed. `rollup` has more detail. */
            failed_count: number;
            /** @description Jobs by state. */
            rollup: components["schemas"]["Rollup"];
            /** @description Estimate of all jobs, in credits. */
            credits_estimated: number;
            /** @description Credits charged so far, for all jobs. */
            credits_charged: number;
            /** @description Address notified of its events; null if none. */
            webhook_url: string | null;
            /**
             * Format: date-time
             * @description When the batch was created.
             */
            created_at: string;
            /** @description When the batch reached a final state; null before. */
            completed_at: string | null;
            /** @description The first videos of the batch, at most 3, in the order in which they were given. */
            first_jobs: {
                /** @description Id of the job, `job_…`. */
                job_id: string;
                /** @description The video's title, or the `upload_filename`; null until known. */
                video_title: string | null;
                /** @description Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none. */
                video_thumbnail_url: string | null;
            }[];
        };
        /** @description No job of a batch can run, and at least one waits for credits. */
        BatchPausedEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "batch.paused";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The batch, `batch_…`. */
            batch_id: string;
            /** @description The state the batch moved into. */
            status: components["schemas"]["BatchStatus"];
            /** @description Jobs by state. */
            rollup: {
                /** @description Number of jobs with results. */
                completed: number;
                /** @description Number of jobs that failed. */
                failed: number;
                /** @description Number of jobs that wait for credits. */
                held: number;
                /** @description Number of jobs that wait for a worker. */
                pending: number;
            };
            /** @description Credits to add so that every held job resumes. */
            credits_needed_to_resume: number;
        };
        /**
         * @description `processing`: jobs are pending or processing. `paused`: nothing can run and jobs are held for credits. `completed`: every job is final, whatever its outcome. `failed`: the batch itself could not continue. `cancelled`: by request.
         * @enum {string}
         */
        BatchStatus: "processing" | "paused" | "completed" | "failed" | "cancelled";
        /** @description The moment in which a brand counts most. */
        BestMoment: {
            /** @description Job of the video. */
            job_id: string;
            /** @description Time of the moment, in seconds. */
            timestamp: number;
            /** @description Path of its proof frame, `/v1/frames/…`; null if there is none. */
            frame_url: string | null;
            /** @description Where the brand is on it. */
            bounding_box: components["schemas"]["BoundingBox"];
        };
        /** @description Fractions of the frame as shown, from the top left. */
        BoundingBox: {
            /** @description Left edge, as a fraction of the width of the frame, from its left. */
            x: number;
            /** @description Top edge, as a fraction of the height of the frame, from its top. */
            y: number;
            /** @description Width, as a fraction of the width of the frame. */
            width: number;
            /** @description Height, as a fraction of the height of the frame. */
            height: number;
        };
        /** @description A stretch of time in which a brand is seen, or the moment it is said. */
        BrandAppearance: {
            /** @description The moment that shows or says it best, in seconds. */
            timestamp: number;
            /** @description When it comes into view, in seconds; only if it is seen. */
            timestamp_start?: number;
            /** @description When it leaves the view, in seconds; only if it is seen. */
            timestamp_end?: number;
            /** @description How long it is in view, in seconds; only if it is seen. */
            visible_duration?: number;
            /** @description Confidence in this appearance, 0 to 1. */
            confidence?: number;
            /** @description What is seen or said, in words. */
            context: string;
            /** @description The words spoken around it; only if it is heard and `return_proof` is on. */
            speech_context?: string;
            /**
             * @description `visual`: seen. `audio`: heard.
             * @enum {string}
             */
            source: "visual" | "audio";
            /**
             * @description The surface the brand is on; absent if unknown.
             * @enum {string}
             */
            surface?: "jersey-front" | "jersey-back" | "jersey-sleeve" | "shorts" | "headwear" | "footwear" | "other-apparel" | "perimeter-board" | "scoreboard" | "playing-surface" | "goal-or-stanchion" | "bench-or-dugout" | "venue-structure" | "banner" | "podium" | "media-backdrop" | "microphone" | "vehicle" | "equipment" | "broadcast-graphic" | "virtual-ad" | "title-card" | "device-screen" | "product-placement" | "packaging" | "storefront" | "billboard" | "set-dressing" | "overlay-watermark";
            /** @description Path of the proof frame, `/v1/frames/…`; absent if there is none. */
            frame_url?: string;
            /** @description Where it is on the proof frame; absent if there is no proof frame. */
            bounding_box?: components["schemas"]["BoundingBox"];
            /** @description Its shape on the proof frame, in fractions of the frame; only of a logo whose shape was told. */
            outline?: components["schemas"]["Outline"];
            /**
             * @description Always true: a person changed it; absent from what is as found.
             * @constant
             */
            corrected?: true;
        };
        /** @description A brand found on one frame. */
        BrandDetection: {
            /** @description Time of the frame, in seconds. */
            timestamp: number;
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Where the brand is on the frame. */
            bounding_box: components["schemas"]["BoundingBox"];
            /** @description Its shape, in fractions of the frame; only of a logo whose shape was told. */
            outline?: components["schemas"]["Outline"];
            /**
             * @description What found it: a known `logo`, the `text` of its name, a vision `model`, or a `person` who added it.
             * @enum {string}
             */
            source: "logo" | "text" | "model" | "person";
            /**
             * @description The surface the brand is on; absent if unknown.
             * @enum {string}
             */
            surface?: "jersey-front" | "jersey-back" | "jersey-sleeve" | "shorts" | "headwear" | "footwear" | "other-apparel" | "perimeter-board" | "scoreboard" | "playing-surface" | "goal-or-stanchion" | "bench-or-dugout" | "venue-structure" | "banner" | "podium" | "media-backdrop" | "microphone" | "vehicle" | "equipment" | "broadcast-graphic" | "virtual-ad" | "title-card" | "device-screen" | "product-placement" | "packaging" | "storefront" | "billboard" | "set-dressing" | "overlay-watermark";
            /** @description Contrast and sharpness of the inside of the box against the best of its frame, 0 to 1; absent if it was not measured. */
            clarity?: number;
            /** @description Whether a second look confirmed it. */
            verified: boolean;
        };
        /** @description Whether the video says that a brand paid for it, where, and how. */
        BrandDisclosure: {
            /**
             * @description `paid`: a disclosure or a paid segment names the brand. `not_known`: none does, which does not say that nobody paid.
             * @enum {string}
             */
            paid: "paid" | "not_known";
            /** @description Whether a disclosure about the brand was found (`names_brand`). False means that none was found, not that there is none. */
            disclosed: boolean;
            /** @description Length of the paid segments of the brand, in seconds. */
            paid_seconds: number;
            /** @description The disclosures that are about the brand, and those that may be, in order of time; at most 20. */
            signs: components["schemas"]["BrandDisclosureSign"][];
        };
        /** @description A disclosure that is, or may be, about a brand. */
        BrandDisclosureSign: {
            /**
             * @description How it is disclosed. `said`: in speech. `on_screen`: in text on screen. `chapter`: in the title of a chapter. `title`, `description`: by the author. `hashtag`: a hashtag in the title or description. `platform`: the platform shows its own label.
             * @enum {string}
             */
            sign: "said" | "on_screen" | "chapter" | "title" | "description" | "hashtag" | "platform";
            /** @description When it is said or shown, in seconds; 0 for `title`, `description`, `hashtag` and `platform`. */
            timestamp: number;
            /** @description How long it is said or shown, in seconds; only with `said` and `on_screen`. */
            duration_seconds?: number;
            /** @description The words that disclose it, at most 300 characters; absent with `platform`. */
            quote?: string;
            /** @description Code of the language of these words, such as `en`; absent if unknown. */
            language?: string;
            /** @description How likely it is a disclosure, 0 to 1. */
            confidence: number;
            /** @description Whether it is about this brand: its words name it, or name nobody and belong to a paid segment of the brand. False if it may be about another one. */
            names_brand: boolean;
            /**
             * @description When it comes. `before`, `with` (in the same sentence, or on screen at that time) or `after` the first time that the brand is seen or said. `outside`: not in the video itself, but in its title, description, hashtags or in a label of the platform.
             * @enum {string}
             */
            order: "before" | "with" | "after" | "outside";
        };
        /** @description A look for a brand of the library in the texts of earlier results. */
        BrandRecount: {
            /**
             * @description `counting`: earlier videos are read. `counted`: all were. `undoing`: what it added is taken back, then there is no recount any more.
             * @enum {string}
             */
            state: "counting" | "counted" | "undoing";
            /** @description Number of videos to read. */
            videos: number;
            /** @description Number of these that are read. */
            videos_read: number;
            /** @description Number of these in which the brand now counts. */
            videos_changed: number;
            /** @description Number of appearances added altogether. */
            appearances_added: number;
            /** @description Who asked for it. */
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /** @description When the last video was read; null until then. */
            ended_at: string | null;
        };
        /** @description What a recount of a brand would read, and how the last one went. */
        BrandRecountState: {
            /** @description Id of the brand, `brand_…`. */
            brand_id: string;
            /** @description Number of videos in which a name of the brand was read or said before the entry last changed, and in which it does not count yet; at most 10,000. */
            videos: number;
            /** @description The last recount; null if there was none, or if it was undone. */
            recount: components["schemas"]["BrandRecount"] | null;
        };
        BrandResult: BrandResult;
        /** @description A brand and its rivals, under a name. */
        BrandSet: {
            /** @description Id of the set, `set_…`. */
            brand_set_id: string;
            /** @description Its name. */
            name: string;
            /** @description Your own brand; null if none. */
            own: string | null;
            /** @description The rivals, in the order in which they were given. */
            brands: string[];
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A brand and its rivals, under a name. */
        BrandSetEntry: {
            /** @description Name of the set, at most 100 characters. */
            name: string;
            /** @description Your own brand, at most 200 characters; the others are its rivals. Null or absent: none. */
            own?: string | null;
            /** @description The rivals, or with no brand of your own all brands of the set; at most 50 of at most 200 characters each. Names that differ only in case, accents or punctuation are one brand and are kept once. */
            brands: string[];
        };
        /** @description Colours of brand names in a workspace. */
        BrandSlots: {
            /** @description Number of the colour of each name, in the order of the names. */
            slots: number[];
        };
        /** @description A choice of videos, under a name. */
        Campaign: {
            /** @description Id of the campaign, `cmp_…`. */
            campaign_id: string;
            /** @description Its name. */
            name: string;
            /** @description Which videos belong to it. */
            videos: components["schemas"]["VideoChoice"];
            /** @description The brand set that is shown with it; null if none, or if it was deleted. */
            brand_set_id: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A choice of videos, under a name. */
        CampaignEntry: {
            /** @description Name of the campaign, at most 100 characters. */
            name: string;
            /** @description Which videos belong to it, now and later. Without any field: all of the workspace. */
            videos: components["schemas"]["VideoChoice"];
            /** @description The brand set that is shown with it, `set_…`. Null or absent: none. */
            brand_set_id?: string | null;
        };
        /**
         * @description `transcription`: what is said. `summary`: what it is about. `brands`: brands seen or heard. `metadata`: facts about the video. `custom_query`: answers to `queries`. `objects`: where the things named in `objects` are seen.
         * @enum {string}
         */
        Capability: "transcription" | "summary" | "brands" | "metadata" | "custom_query" | "objects";
        /** @description What may be changed of a batch. */
        ChangeBatch: {
            /** @description Name of the batch, at most 200 characters; null if it has none. */
            name: string | null;
        };
        /** @description Omitted fields are unchanged; `null` clears a field. `source` cannot be changed. */
        ChangeFollow: {
            /** @description Name of the Follow, at most 200 characters. */
            name?: string;
            /**
             * @description `paused` stops it, `active` resumes it.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description What to find out about each new video, at least one. */
            capabilities?: components["schemas"]["Capability"][];
            /** @description How often to look, in minutes, 5 to 43,200 (30 days). Default 60. */
            every_minutes?: number;
            /** @description Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`. */
            queries?: string[] | null;
            /** @description Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`. */
            objects?: string[] | null;
            /** @description Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it. */
            brands?: string[] | null;
            /** @description Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen. */
            surfaces?: string[] | null;
            /** @description Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it. */
            language?: string | null;
            /** @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`. */
            captions?: ("human" | "any" | "none") | null;
            /** @description Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`. */
            fps?: number | null;
            /** @description A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit. */
            max_credits?: number | null;
            /** @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true. */
            return_proof?: boolean | null;
            /** @description HTTPS address that gets the events of each job. Starter plan and above. */
            webhook_url?: string | null;
            /** @description Which new videos are taken. Absent: all. */
            filters?: components["schemas"]["FollowFilters"] | null;
            /** @description Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none. */
            monthly_credits?: number | null;
        };
        /** @description What may be changed of a job. */
        ChangeJob: {
            /** @description Replaces the tags of the job; an empty list removes them. */
            tags: string[];
        };
        /** @description One action on many jobs. */
        ChangeJobs: {
            /**
             * @description `delete`: as `DELETE /v1/jobs/:id`. `rerun`: a new job that asks the same of the same video, for each that is final.
             * @enum {string}
             */
            action: "delete" | "rerun";
            /** @description The jobs, 1 to 100; repeats count once. */
            job_ids: string[];
            /**
             * @description Says what would be done, and what it would cost; changes nothing.
             * @default false
             */
            dry_run?: boolean | null;
        };
        /** @description Which mail a member wants. */
        ChangeNotifications: {
            /**
             * @description `never`: no mail. `failures`: when a job fails, or a batch ends with failed jobs. `all`: when any job or batch ends. Jobs of a batch are told of by the batch.
             * @enum {string}
             */
            email: "never" | "failures" | "all";
        };
        /** @description What to change; omitted fields are unchanged. */
        ChangeWorkspace: {
            /** @description Another plan: its limits apply at once, its credits from the next reset. */
            plan?: components["schemas"]["PlanName"] | null;
            /** @description Whether payment is overdue; if so, no new jobs and batches are accepted. */
            past_due?: boolean | null;
            /** @description Another name, at most 200 characters. */
            name?: string | null;
        };
        /** @description Moments of a video as a file of their own. */
        Clip: {
            /** @description Id of the clip, `clip_…`. */
            clip_id: string;
            /** @description Id of its job. */
            job_id: string;
            /**
             * @description `pending`: waits for a worker. `processing`: is being made. `ready`, `failed`: ended.
             * @enum {string}
             */
            status: "pending" | "processing" | "ready" | "failed";
            /** @description How much of it is made, 0 to 100. */
            percent: number;
            /**
             * @description `mp4`: H.264 with sound, at most 10 minutes. `webp` and `gif`: a moving picture without sound, at most 15 seconds.
             * @enum {string}
             */
            format: "mp4" | "webp" | "gif";
            /** @description The stretches of the video that it holds, in order. */
            ranges: components["schemas"]["ClipRange"][];
            /** @description The brand that was asked for; null if none was. */
            brand: string | null;
            /** @description The object that was asked for; null if none was. */
            object: string | null;
            /** @description Whether boxes with their names are drawn into the picture: of the brand or object that was asked for, with `ranges` of all brands. */
            boxes: boolean;
            /** @description Path of the file, which takes the same key; null until it is ready. */
            url: string | null;
            /** @description Length of the clip in seconds; null until it is ready. */
            duration_seconds: number | null;
            /** @description Size of the file in bytes; null until it is ready. */
            size_bytes: number | null;
            /** @description Width in pixels; null until it is ready. */
            width: number | null;
            /** @description Height in pixels; null until it is ready. */
            height: number | null;
            /** @description Why it failed; null if it did not. */
            error: {
                /** @description What went wrong, for programs. */
                code: string;
                /** @description What went wrong, for people. */
                message: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /** @description When it is deleted; asking for the same clip again puts that off. Null until it has ended. */
            expires_at: string | null;
        };
        /** @description A stretch of the video. */
        ClipRange: {
            /** @description When it begins, in seconds of the video. */
            start: number;
            /** @description When it ends, in seconds of the video; later than `start`. */
            end: number;
        };
        /** @description Brand appearances by confidence. */
        ConfidenceSummary: {
            /** @description Number of appearances with a confidence of 0.8 or more. */
            high: number;
            /** @description Number of appearances with a confidence of 0.5 or more, below 0.8. */
            medium: number;
            /** @description Number of appearances with a confidence below 0.5. */
            low: number;
            /** @description Number of all appearances. */
            total: number;
        };
        /** @description Shows that an address is yours. */
        ConfirmAddress: {
            /** @description The code of the mail. */
            code: string;
        };
        /** @description Which appearance of the brand or object is meant, by its times in the results. */
        CorrectedAppearance: {
            /** @description Its `timestamp`, in seconds. */
            timestamp: number;
            /** @description Its `timestamp_start`, in seconds; needed only if several have the same `timestamp`. */
            timestamp_start?: number | null;
            /** @description Its `source`; needed only if one is seen and one is heard at this `timestamp`. */
            source?: ("visual" | "audio") | null;
        };
        /** @description Which paid segment is meant, by its times in the results. */
        CorrectedSegment: {
            /** @description Its `start` as it is shown, or as it was found, in seconds. */
            start: number;
            /** @description Its `brand`; needed only if several have the same `start`. */
            brand?: string | null;
        };
        /** @description One correction of the results of a job. */
        Correction: {
            /** @description Id of the correction, `cor_…`. */
            correction_id: string;
            /** @description Id of the job. */
            job_id: string;
            /** @description What is wrong, or right. */
            kind: components["schemas"]["StoredCorrectionKind"];
            /**
             * @description What it is about: one of the `brands`, of the `objects`, of the `paid_segments`, or of the `possible_brands`.
             * @enum {string}
             */
            target: "brand" | "object" | "paid_segment" | "possible_brand";
            /** @description What it is about, as it was given. For a paid segment: who paid when it was made, empty if unknown. */
            name: string;
            /** @description The appearance it is about; absent if it is about all of them. */
            appearance?: components["schemas"]["CorrectedAppearance"];
            /** @description What it really is; absent if it keeps its name. */
            new_name?: string;
            /** @description What was missed; absent if nothing was added. */
            appearance_added?: components["schemas"]["AddedAppearance"];
            /** @description What a `recount`, or `confirm` of a possible brand, adds to the brand, in order of time, at most 100; absent otherwise. */
            appearances_added?: components["schemas"]["StoredAppearance"][];
            /** @description The entry of the library that was recounted, `brand_…`; only with `recount`. */
            recount_of?: string;
            /** @description The paid segment it is about; absent if it is about none, or adds one. */
            segment?: components["schemas"]["CorrectedSegment"];
            /** @description Where the paid segment really is; absent unless it was added or moved. */
            segment_new?: components["schemas"]["NewSegment"];
            /** @description What the brand library learned; absent if nothing. */
            library?: {
                /** @description The entry that was changed, `brand_…`. */
                brand_id: string;
                /**
                 * @description `alias`: it got `name` as an alias. `exclude`: it is excluded. `logo`: it got a picture of its logo. `name`: it was added with this name.
                 * @enum {string}
                 */
                change: "alias" | "exclude" | "logo" | "name";
                /** @description The picture, `logo_…`; only with `logo`. */
                logo_id?: string;
            };
            /**
             * @description Why the box became no picture of a logo; absent if it did, or if none was asked for. `no_picture`: no picture of that time is kept. `too_small`: a side has less than 16 pixels, or one has more than 32 times the other. `unreadable`: the picture is broken. `library_full`: the library or the brand has the most allowed. `unavailable`: too many pictures wait, or the storage takes none now.
             * @enum {string}
             */
            library_refused?: "no_picture" | "too_small" | "unreadable" | "library_full" | "unavailable";
            /** @description Who made it; of a `recount`, who asked for it. */
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /**
         * @description `dismiss`: it is not there. `rename`: it is something else. `merge`: it is the same as another one of the results. `add`: it was missed. `confirm`: it is right. `move`: it is there, but from and to other seconds; only paid segments.
         * @enum {string}
         */
        CorrectionKind: "dismiss" | "rename" | "merge" | "add" | "confirm" | "move";
        /** @description The audience that counts for a video. */
        CountedAudience: {
            /** @description Number of viewers that counts. */
            views: number;
            /** @description When the platform gave it; null if it is not from the platform. */
            read_at: string | null;
            /**
             * @description `manual`: a person set it for this video. `platform`: the views that the platform gave last. `default`: the audience of the workspace for videos of which nothing is known. `given`: the number in the request.
             * @enum {string}
             */
            source: "manual" | "platform" | "default" | "given";
        };
        /** @description Many videos, and what to find out about them. */
        CreateBatch: {
            /** @description Links of public videos, at most 50 (TOO_MANY_URLS); with `uploads` at most the plan's `max_batch_size`. Give at least one video in `urls` or `uploads`. */
            urls?: string[] | null;
            /** @description Uploaded files; with `urls` at most the plan's `max_batch_size`. Give at least one video in `urls` or `uploads`. */
            uploads?: components["schemas"]["UploadRef"][] | null;
            /** @description Id or name of a preset, whose fields count for every video wherever this body has none; its brands, surfaces, language and frames per second too. */
            preset?: string | null;
            /** @description What to find out about every video, at least one. Absent: those of `preset`, which must be given. */
            capabilities?: components["schemas"]["Capability"][] | null;
            /** @description Questions asked of each video, each of at most 500 characters; at most the plan's `max_queries_per_job`. */
            queries?: string[] | null;
            /** @description Things to look for in every video, at most 5 names of at most 100 characters. */
            objects?: string[] | null;
            /**
             * @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`.
             * @default human
             */
            captions?: ("human" | "any" | "none") | null;
            /** @description Refuses the batch with BUDGET_EXCEEDED when its whole estimate is above this many credits. A job whose real duration no longer fits beside the others fails with it later, uncharged. Absent: no limit. */
            max_credits?: number | null;
            /**
             * @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true.
             * @default true
             */
            return_proof?: boolean | null;
            /** @description What to find out about all videos together. */
            aggregate?: {
                /** @description Whether to analyse all videos together once every job is final. */
                enabled: boolean;
                /** @description Questions about all videos together, each of at most 500 characters; at most the plan's `max_aggregate_queries_per_batch`. */
                queries?: string[] | null;
            } | null;
            /** @description HTTPS address that gets `batch.completed` and `batch.paused`; jobs of a batch send no events. Starter plan and above. */
            webhook_url?: string | null;
            /** @description Name of the batch, at most 200 characters; it can be changed later. */
            name?: string | null;
            /** @description Your own words for every job of the batch, as for a job. */
            tags?: string[] | null;
            /**
             * @description Answers 200 with a preview of the cost and creates nothing. Default false.
             * @default false
             */
            dry_run?: boolean | null;
        };
        /** @description What a clip is to show. */
        CreateClip: {
            /** @description What the clip shows, at most 100. In order of the video; those that overlap become one. Give this, `brand` or `object`. */
            ranges?: components["schemas"]["ClipRange"][] | null;
            /** @description Name of a brand of the results: the clip shows all moments in which it is seen, and from a second before to two seconds after each moment it is said. */
            brand?: string | null;
            /** @description Name of an object of the results: all moments in which it is seen. */
            object?: string | null;
            /** @description Seconds added before and after each stretch, 0 to 5. Default 0. */
            padding_seconds?: number | null;
            /** @description Draw boxes with their names: of the brand or object that was asked for, with `ranges` of all brands. Default false. */
            boxes?: boolean | null;
            /**
             * @description `mp4`: H.264 with sound, at most 10 minutes. `webp` and `gif`: a moving picture without sound, at most 15 seconds.
             * @enum {string}
             */
            format: "mp4" | "webp" | "gif";
        };
        /** @description What a person says about one thing found. */
        CreateCorrection: {
            /** @description What is wrong, or right. */
            kind: components["schemas"]["CorrectionKind"];
            /**
             * @description What it is about: one of the `brands`, of the `objects`, of the `paid_segments`, or of the `possible_brands`.
             * @enum {string}
             */
            target: "brand" | "object" | "paid_segment" | "possible_brand";
            /** @description Name of the brand or object as it is shown, or as it was found, regardless of case, accents and punctuation; with `add`, the name of what was missed; of a possible brand, its `text`. Must be given for these. For a paid segment only with `add`: who pays, absent if unknown. */
            name?: string | null;
            /** @description Only this appearance; absent: all of them. Not with `add`. */
            appearance?: components["schemas"]["CorrectedAppearance"] | null;
            /** @description What it really is: any name with `rename`, one that the results have with `merge`; who really pays for a paid segment. Only with these two, and with `confirm` of a possible brand: how the brand is called, default `name`. */
            new_name?: string | null;
            /** @description What was missed; only with `add`. */
            appearance_added?: components["schemas"]["AddedAppearance"] | null;
            /** @description Which paid segment is meant; only for one, and not with `add`. */
            segment?: components["schemas"]["CorrectedSegment"] | null;
            /** @description Where the paid segment really is; only for one, with `add` and `move`. */
            segment_new?: components["schemas"]["NewSegment"] | null;
            /**
             * @description Whether the brand library learns from it: `rename` and `merge` of a whole brand make `name` an alias of `new_name`, `dismiss` of a whole brand excludes `name` from later analyses, with `add` of a brand that is seen, what is inside the box becomes a picture of its logo, and of a possible brand `confirm` adds it and `dismiss` excludes it. Undone with the correction. Default false.
             * @default false
             */
            library?: boolean | null;
        };
        /** @description What to watch, and what to do with each new video. */
        CreateFollow: {
            /** @description Name of the Follow, at most 200 characters. */
            name: string;
            /** @description Link of a channel, creator, playlist, search or feed on YouTube, TikTok or Instagram. */
            source: string;
            /** @description What to find out about each new video, at least one. */
            capabilities: components["schemas"]["Capability"][];
            /**
             * @description How often to look, in minutes, 5 to 43,200 (30 days). Default 60.
             * @default 60
             */
            every_minutes?: number | null;
            /**
             * @description How many of the newest existing videos are analysed too, 0 to 100. Default 0.
             * @default 0
             */
            backfill?: number | null;
            /** @description Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`. */
            queries?: string[] | null;
            /** @description Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`. */
            objects?: string[] | null;
            /** @description Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it. */
            brands?: string[] | null;
            /** @description Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen. */
            surfaces?: string[] | null;
            /** @description Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it. */
            language?: string | null;
            /** @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`. */
            captions?: ("human" | "any" | "none") | null;
            /** @description Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`. */
            fps?: number | null;
            /** @description A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit. */
            max_credits?: number | null;
            /** @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true. */
            return_proof?: boolean | null;
            /** @description HTTPS address that gets the events of each job. Starter plan and above. */
            webhook_url?: string | null;
            /** @description Which new videos are taken. Absent: all. */
            filters?: components["schemas"]["FollowFilters"] | null;
            /** @description Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none. */
            monthly_credits?: number | null;
        };
        /** @description One video, and what to find out about it. */
        CreateJob: {
            /** @description Link of a public video on YouTube, TikTok or Instagram. Exactly one of `url` and `upload_key`. */
            url?: string | null;
            /** @description `key` of a presigned upload whose file has arrived. Exactly one of `url` and `upload_key`. */
            upload_key?: string | null;
            /** @description Name of the uploaded file, at most 255 characters; becomes `video_title`. */
            upload_filename?: string | null;
            /** @description Id or name of a preset, whose fields count wherever this body has none: a field given here replaces that of the preset, and an empty list clears it. `queries`, `objects`, `brands` and `surfaces` given here add the capability they are for, unless `capabilities` is given too. */
            preset?: string | null;
            /** @description What to find out, at least one. Absent: those of `preset`, which must be given. */
            capabilities?: components["schemas"]["Capability"][] | null;
            /** @description Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`. */
            queries?: string[] | null;
            /** @description Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`. */
            objects?: string[] | null;
            /** @description Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it. */
            brands?: string[] | null;
            /** @description Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen. */
            surfaces?: string[] | null;
            /** @description Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it. */
            language?: string | null;
            /**
             * @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`.
             * @default human
             */
            captions?: ("human" | "any" | "none") | null;
            /** @description Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`. */
            fps?: number | null;
            /** @description The job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. It does not cap the charge. Absent: no limit. */
            max_credits?: number | null;
            /**
             * @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true.
             * @default true
             */
            return_proof?: boolean | null;
            /** @description Index of the audio track that is heard, 0 to 1000, as in `metadata.audio_tracks`. Absent: the main one by its marks, or another where that is silent. A file without such a track fails with EXTRACTION_FAILED. */
            audio_track?: number | null;
            /** @description Id of an earlier job of yours on the same video. Its media and transcript are reused if they are still kept. */
            from_job?: string | null;
            /** @description HTTPS address that gets the `job.*` events of this job: a public host, by its name. Starter plan and above. */
            webhook_url?: string | null;
            /**
             * @description Answers 200 with a preview of the cost and creates nothing. Default false.
             * @default false
             */
            dry_run?: boolean | null;
            /** @description Length of a video that is not uploaded or not analysed yet, in seconds, above 0 and at most 360,000 (100 hours). Only with `dry_run: true`, beside `upload_key` or in place of it, and not with `url`. The real length counts once it is known. */
            duration_seconds?: number | null;
            /** @description Your own id for the job, at most 200 characters; returned with the job and usable as a list filter. */
            external_id?: string | null;
            /** @description Your own words for the job, at most 10 of at most 50 characters each; a filter of the list. */
            tags?: string[] | null;
        };
        /** @description A new key. */
        CreateKey: {
            /** @description What the key is for, at most 200 characters. */
            name: string;
            /** @description What it may do, at least one. */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description Which videos a report is about, and what it holds. */
        CreateReport: {
            /** @description What stands on the cover, at most 200 characters. Default: the title of the video, the name of the Follow, or `Batch` or `Campaign` with the number of videos. */
            title?: string | null;
            /** @description Ids of completed jobs with `brands`, 1 to 2000; one named twice counts once. Give this, `batch_id` or `follow_id`. */
            job_ids?: string[] | null;
            /** @description Instead of `job_ids`: the completed jobs of this batch. */
            batch_id?: string | null;
            /** @description Instead of `job_ids`: the newest 2000 completed jobs of this Follow. */
            follow_id?: string | null;
            /**
             * @description Files to make. Default: `html`, `pdf`, `csv` and `json`.
             * @default [
             *       "html",
             *       "pdf",
             *       "csv",
             *       "json"
             *     ]
             */
            formats?: components["schemas"]["ReportFormat"][] | null;
            /**
             * @description How much the pages of `html` and `pdf` show. Default: `summary`.
             * @default summary
             */
            detail?: components["schemas"]["ReportDetail"] | null;
            /** @description Only these brands, regardless of case, accents and punctuation, at most 50; shares still count the others. Absent: all. */
            brands?: string[] | null;
            /** @description Leaves out appearances below this confidence, 0 to 1. Default 0: none. */
            min_confidence?: number | null;
            /** @description Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000; with `audience` the report has media values. Absent: the prices of the workspace. */
            cpm_usd?: number | null;
            /** @description Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last when the report is made. */
            audience?: (number | "views") | null;
            /** @description Picture for the cover: PNG, JPEG or WebP as a data URL or plain base64, at most 300 KB, each side at least 16 pixels. */
            logo?: string | null;
        };
        /** @description A new link to a report. */
        CreateReportShare: {
            /** @description Days until the link ends, 1 to 90. */
            expires_in_days: number;
        };
        /** @description A new runner. */
        CreateRunner: {
            /** @description What it is called in lists, at most 200 characters. */
            name: string;
        };
        /** @description A new link. */
        CreateShare: {
            /** @description What the link shows; nothing else can be reached through it. */
            parts: components["schemas"]["SharePart"][];
            /** @description Days until the link ends, 1 to 90. */
            expires_in_days: number;
        };
        /** @description A new workspace. */
        CreateWorkspace: {
            /** @description Name of the workspace, at most 200 characters. */
            name: string;
            /** @description E-mail address of the account, at most 254 characters. */
            email: string;
            /** @description The plan with which it begins; its credits are granted at once. */
            plan: components["schemas"]["PlanName"];
            /** @description Purchased credits to begin with, in addition to the plan's own; 0 or more. Absent: none. */
            credits?: number | null;
        };
        /** @description The credits of a workspace. One credit is 0.01 USD. */
        Credits: {
            /** @description Credits that can be spent: `plan_credits` plus `purchased_credits`. */
            balance: number;
            /** @description What is left of the plan's allowance, in credits. Spent first; forfeited at reset. */
            plan_credits: number;
            /** @description What is left of purchases and refunds, in credits. Resets do not touch them. */
            purchased_credits: number;
            /** @description Credits the plan grants at each reset; 0 if it grants none on a schedule. */
            monthly_allowance: number;
            /** @description When the plan credits are next reset; null on a plan without scheduled resets. */
            resets_at: string | null;
            /** @description Credits charged since the first of the current calendar month (UTC), which need not be the billing period of `resets_at`. */
            used_this_period: number;
        };
        /** @description Credits as they were added. */
        CreditsAdded: {
            /** @description The entry of the ledger. */
            transaction: components["schemas"]["Transaction"];
            /** @description Credits that can be spent now. */
            balance: number;
        };
        /** @description A webhook event on its way, with its attempts. */
        Delivery: {
            /** @description Id of the delivery; replays it. */
            delivery_id: string;
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /** @description What happened, such as `job.completed`. */
            event: string;
            /** @description Address it is sent to. */
            url: string;
            /** @description The job it is about, `job_…`; null if there is none. */
            job_id: string | null;
            /** @description The batch it is about, or to which its job belongs; null if there is none. */
            batch_id: string | null;
            /**
             * @description `pending`: attempts follow. `delivered`: answered with 2xx. `exhausted`: every attempt failed.
             * @enum {string}
             */
            status: "pending" | "delivered" | "exhausted";
            /** @description When the next attempt is due; null if none follows. */
            next_attempt_at: string | null;
            /** @description The last 40 attempts, in order. */
            attempts: {
                /** @description Which attempt it was, counted from 1. */
                attempt: number;
                /** @description When it began, ISO 8601. */
                at: string;
                /** @description How long it took, in milliseconds. */
                duration_ms: number;
                /** @description HTTP status of the answer; null if none came. */
                status: number | null;
                /** @description What went wrong; null after a success. */
                error: string | null;
                /** @description The first 1,024 bytes of the answer; null if none came. */
                response: string | null;
            }[];
            /** @description When the event happened, ISO 8601. */
            created_at: string;
        };
        /** @description A place where the video discloses that it is paid for. */
        Disclosure: {
            /**
             * @description How it is disclosed. `said`: in speech. `on_screen`: in text on screen. `chapter`: in the title of a chapter. `title`, `description`: by the author. `hashtag`: a hashtag in the title or description. `platform`: the platform shows its own label.
             * @enum {string}
             */
            sign: "said" | "on_screen" | "chapter" | "title" | "description" | "hashtag" | "platform";
            /** @description When it is said or shown, in seconds; 0 for `title`, `description`, `hashtag` and `platform`. */
            timestamp: number;
            /** @description How long it is said or shown, in seconds; only with `said` and `on_screen`. */
            duration_seconds?: number;
            /** @description The words that disclose it, at most 300 characters; absent with `platform`. */
            quote?: string;
            /** @description Code of the language of these words, such as `en`; absent if unknown. */
            language?: string;
            /** @description How likely it is a disclosure, 0 to 1. */
            confidence: number;
            /** @description Who pays, if the words themselves name it: the name of a brand of the results, else as written. */
            brand?: string;
        };
        /** @description Name and version of each engine that ran. */
        EngineNames: {
            /** @description Name and version of the speech engine; absent if it did not run. */
            speech?: string;
            /** @description Name and version of the engine that distinguishes speakers; absent if it did not run. */
            diarization?: string;
            /** @description Name and version of the engine that reads text on screen; absent if it did not run. */
            text?: string;
            /** @description Name and version of the engine that finds things; absent if it did not run. */
            objects?: string;
            /** @description Name and version of the engine that finds logos; absent if it did not run. */
            logos?: string;
            /** @description Name and version of the engine that writes summaries and answers; absent if it did not run. */
            language?: string;
            /** @description Name and version of what finds paid segments: words, and the language model if it refined them; absent if it did not run. */
            paid?: string;
        };
        /** @description The body of every refusal. */
        Error: {
            /** @description Why the call was refused. */
            error: {
                /** @description What went wrong, for programs. Later versions may add codes. */
                code: components["schemas"]["ErrorCode"];
                /** @description What went wrong, for people; names the field that caused it, if any. */
                message: string;
            };
            /** @description Which request this answers. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Every code of the interface.
         * @enum {string}
         */
        ErrorCode: "INVALID_API_KEY" | "INSUFFICIENT_SCOPE" | "INSUFFICIENT_CREDITS" | "BUDGET_EXCEEDED" | "SUBSCRIPTION_PAST_DUE" | "PLAN_REQUIRED" | "TARGET_REQUIRED" | "MODE_NOT_ALLOWED" | "BATCH_NOT_ALLOWED" | "FOLLOW_LIMIT_REACHED" | "RATE_LIMITED" | "CONCURRENT_LIMIT_REACHED" | "TOO_MANY_PENDING_JOBS" | "UPLOAD_QUOTA_EXCEEDED" | "PLATFORM_RATE_LIMITED" | "INVALID_URL" | "VALIDATION_FAILED" | "INVALID_CAPABILITIES" | "PLATFORM_UNAVAILABLE" | "VIDEO_TOO_LONG" | "TOO_MANY_QUERIES" | "TOO_MANY_BRANDS" | "INVALID_SURFACE" | "TOO_MANY_URLS" | "TOO_MANY_AGGREGATE_QUERIES" | "JOB_NOT_FOUND" | "BATCH_NOT_FOUND" | "NOT_FOUND" | "EVENTS_GONE" | "JOB_NOT_CANCELLABLE" | "BATCH_NOT_CANCELLABLE" | "JOB_NOT_DELETABLE" | "JOB_NOT_COMPLETED" | "MEDIA_GONE" | "CLIP_NOT_READY" | "EXPORT_UNAVAILABLE" | "BODY_TOO_LARGE" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "UPLOAD_REFUSED" | "UPLOAD_EXISTS" | "UPLOAD_SIZE_MISMATCH" | "UPLOAD_TOO_LARGE" | "STORAGE_FULL" | "LOW_DISK" | "BACKUP_REFUSED" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE" | "EXTRACTION_FAILED" | "PLATFORM_403" | "TRANSCRIPTION_FAILED" | "ANALYSIS_FAILED" | "SURFACE_VERIFICATION_UNAVAILABLE" | "TIMEOUT" | "STAGE_DEADLINE_EXCEEDED" | "WORKER_STALLED" | "HELD_EXPIRED" | "PROCESSING_ERROR";
        /** @description Engines scored on what people corrected. */
        Evaluation: {
            /** @description Jobs whose results people corrected or confirmed: the truth, newest correction first, at most 100. */
            jobs: string[];
            /** @description Number of analyses that were compared with it: these jobs, and others of the same videos. */
            analyses: number;
            /** @description By target, source and engine. */
            scores: components["schemas"]["EvaluationScore"][];
        };
        /** @description How well one engine did with one source. */
        EvaluationScore: {
            /**
             * @description Brands or objects.
             * @enum {string}
             */
            target: "brand" | "object";
            /**
             * @description `visual`: all that is seen, `audio`: what is heard. Of the brands that are seen, those found by a known `logo`, by the `text` of the name, or by a vision `model`.
             * @enum {string}
             */
            source: "visual" | "audio" | "logo" | "text" | "model";
            /** @description Name and version of the engine, as results give it; `unknown` if they do not. */
            engine: string;
            /** @description Number of analyses of checked videos that this engine took part in. */
            videos: number;
            /** @description Number of appearances that it found. */
            found: number;
            /** @description Number of those of `found` that are in the corrected results. */
            right: number;
            /** @description `right` by `found`, 0 to 1; null if nothing was found. */
            precision: number | null;
            /** @description Number of appearances in the corrected results that are seen, or heard. */
            expected: number;
            /** @description Number of those of `expected` that it found. */
            hit: number;
            /** @description `hit` by `expected`, 0 to 1; null if nothing was expected. */
            recall: number | null;
        };
        /** @description An event of the log; `event` names its kind. Where a webhook carries the event too, it sends the same body. Later versions may add kinds. */
        Event: {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.created";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
            /** @description The caller's own id for the job, given at its creation; absent if none was given. */
            external_id?: string;
            /** @description The Follow that created the job, `fol_…`; absent if no Follow did. */
            follow_id?: string;
        } | {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.started";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
        } | {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.resumed";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
        } | {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.retried";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
        } | components["schemas"]["JobCompletedEvent"] | components["schemas"]["JobFailedEvent"] | components["schemas"]["JobCancelledEvent"] | components["schemas"]["JobHeldEvent"] | {
            /**
             * @description What happened.
             * @constant
             */
            event: "batch.created";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The batch, `batch_…`. */
            batch_id: string;
            /** @description The state the batch moved into. */
            status: components["schemas"]["BatchStatus"];
            /** @description Number of jobs of the batch. */
            total_jobs: number;
        } | {
            /**
             * @description What happened.
             * @constant
             */
            event: "batch.resumed";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The batch, `batch_…`. */
            batch_id: string;
            /** @description The state the batch moved into. */
            status: components["schemas"]["BatchStatus"];
        } | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["BatchPausedEvent"] | {
            /**
             * @description What happened.
             * @constant
             */
            event: "batch.cancelled";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The batch, `batch_…`. */
            batch_id: string;
            /** @description The state the batch moved into. */
            status: components["schemas"]["BatchStatus"];
            /**
             * Format: date-time
             * @description When the batch reached this final state.
             */
            completed_at: string;
        } | {
            /**
             * @description What happened.
             * @constant
             */
            event: "batch.failed";
            /** @description Id of the event, `evt_…`. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The batch, `batch_…`. */
            batch_id: string;
            /** @description The state the batch moved into. */
            status: components["schemas"]["BatchStatus"];
            /**
             * Format: date-time
             * @description When the batch reached this final state.
             */
            completed_at: string;
        };
        /** @description Where a list of events continues. */
        EventsPagination: {
            /** @description Whether more events follow at this moment. */
            has_more: boolean;
            /** @description Pass it as `after` to read on; even on the last page, to get what comes later. */
            next_cursor: string;
        };
        /** @description A moment of the video that supports an answer. */
        Evidence: {
            /** @description The moment that shows or says it, in seconds. */
            timestamp: number;
            /** @description When the passage begins, in seconds. */
            timestamp_start?: number;
            /** @description When the passage ends, in seconds. */
            timestamp_end?: number;
            /**
             * @description Said (`speech`), seen (`visual`), read on screen (`text`), or from the metadata.
             * @enum {string}
             */
            source: "speech" | "visual" | "text" | "metadata";
            /** @description The words that support it, as they are in the video; absent if there are none. */
            quote?: string;
            /** @description Path of a frame that shows it, `/v1/frames/…`; absent if there is none. */
            frame_url?: string;
        };
        /**
         * @description Subtitles `srt` and `vtt`; transcript `txt`; appearances `csv`, `otio` and `edl`; tables `shots.csv`, `on-screen-text.csv`, `paid-segments.csv` and `disclosures.csv`; all results `jsonl`; detections `coco`, `cvat` and `label-studio`; thumbnails `storyboard.vtt`.
         * @enum {string}
         */
        ExportFormat: "srt" | "vtt" | "txt" | "csv" | "shots.csv" | "on-screen-text.csv" | "paid-segments.csv" | "disclosures.csv" | "jsonl" | "otio" | "edl" | "coco" | "cvat" | "label-studio" | "storyboard.vtt";
        /** @description What brands get out of one or more videos. */
        Exposure: {
            /** @description How `equivalent_seconds` and `media_value_usd` were computed. */
            formula: components["schemas"]["ExposureFormula"];
            /** @description The videos that count. */
            videos: components["schemas"]["ExposureVideo"][];
            /** @description Jobs of a batch that do not count, and why; else empty. */
            left_out: components["schemas"]["LeftOutVideo"][];
            /** @description Length of all the videos together, in seconds. */
            seconds_total: number;
            /** @description With an audience or a price of each video: number of videos of which no audience or no price is known. They count in everything but media values. Otherwise absent. */
            videos_not_valued?: number;
            /** @description Those with the most equivalent seconds first. */
            brands: components["schemas"]["ExposureBrand"][];
        };
        /** @description Which jobs, which brands, and with which weights. */
        ExposureAsk: {
            /** @description Ids of completed jobs with `brands`, 1 to 2000; one that is named twice counts once. */
            job_ids: string[];
            /** @description Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others. */
            brands?: string[] | null;
            /** @description Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none. */
            min_confidence?: number | null;
            /** @description Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000. Absent: with `audience`, the prices of the workspace. */
            cpm_usd?: number | null;
            /** @description Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last. */
            audience?: (number | "views") | null;
            /** @description Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06. */
            full_size?: number | null;
            /** @description What a box in a corner loses, 0 to 1. Default 0.4. */
            edge_loss?: number | null;
            /** @description How much other brands in view at the same time take away, 0 to 2. Default 0.5. */
            clutter?: number | null;
        };
        /** @description What the appearances of one brand come to. */
        ExposureBrand: {
            /** @description Name of the brand. */
            name: string;
            /** @description Number of videos in which it is seen or said. */
            videos: number;
            /** @description Number of times it is seen; `said` counts the others. */
            appearances: number;
            /** @description Seconds in which at least one box of it is on screen; appearances at the same time count once. */
            seen_seconds: number;
            /** @description `seen_seconds` by `seconds_total`, as a fraction. */
            share_of_video: number;
            /** @description `seen_seconds` by the sum of all brands', as a fraction. */
            share_of_voice: number;
            /** @description Seconds in which it is seen and no other brand is. */
            solus_seconds: number;
            /** @description Area of its box, as a fraction of that of the picture, averaged over the seconds in which it is seen. */
            mean_size: number;
            /** @description Largest area of a box of it, as a fraction of that of the picture. */
            max_size: number;
            /** @description Where its box is, in seconds of each field. */
            position: components["schemas"]["ExposurePosition"];
            /** @description How clearly it stands out, 0 to 1, averaged over the seconds in which it is seen; where that was not measured it counts as 1. */
            clarity: number;
            /** @description Of how much of `seen_seconds` the clarity was measured, as a fraction. */
            clarity_known: number;
            /** @description For how many seconds it can be read on which device. */
            legible_seconds: components["schemas"]["LegibleSeconds"];
            /** @description How it is said. */
            said: components["schemas"]["SaidExposure"];
            /** @description Longest time in view without a break, in seconds. */
            longest_seconds: number;
            /** @description When it is first seen, in seconds, in the first of the videos that shows it; null if it is only said. */
            first_seen: number | null;
            /** @description Seconds weighed by size, position, clarity and clutter, as `formula` says. */
            equivalent_seconds: number;
            /** @description What that is worth, as a number of US dollars; null unless `audience` is given and a price is known. */
            media_value_usd: number | null;
            /** @description With an audience or a price of each video: number of `videos` that add nothing to `media_value_usd`, as no audience or no price is known of them. Otherwise absent. */
            videos_not_valued?: number;
            /** @description By surface, where that is known; surfaces in view at the same time each count. */
            surfaces: components["schemas"]["SurfaceExposure"][];
            /** @description The moment in which it counts most; null if it is only said. */
            best: components["schemas"]["BestMoment"] | null;
            /** @description What is paid for, by the words of the videos. Absent if none of their results tells, as on older ones. */
            disclosure?: components["schemas"]["PaidExposure"];
            /**
             * @description Always true: a person changed it or an appearance of it in one of the videos; absent if nobody did.
             * @constant
             */
            corrected?: true;
        };
        /** @description How equivalent seconds are computed. */
        ExposureFormula: {
            /** @description Version of the formula. */
            version: number;
            /** @description The formula with the numbers in use, a line for each part of it. */
            text: string;
            /** @description The weights in use. */
            weights: components["schemas"]["ExposureWeights"];
        };
        /** @description Seconds with the centre of the box in each of nine equal fields of the picture. */
        ExposurePosition: Record<string, never>;
        /** @description A video that counts. */
        ExposureVideo: {
            /** @description Id of the job. */
            job_id: string;
            /** @description Title of the video; null if unknown. */
            title: string | null;
            /** @description Length of the video in seconds. */
            duration_seconds: number;
            /** @description With an audience or a price of each video: which counted; null if no audience is known. Otherwise absent. */
            audience?: components["schemas"]["VideoAudience"] | null;
        };
        /** @description Weights of the formula. */
        ExposureWeights: {
            /** @description Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06. */
            full_size: number;
            /** @description What a box in a corner loses, 0 to 1. Default 0.4. */
            edge_loss: number;
            /** @description How much other brands in view at the same time take away, 0 to 2. Default 0.5. */
            clutter: number;
        };
        /** @description A rule that creates a job for each new video of a source. */
        Follow: {
            /** @description Id of the Follow, `fol_…`. */
            follow_id: string;
            /** @description The workspace it belongs to, `ws_…`. */
            tenant_id: string;
            /** @description Its name. */
            name: string;
            /**
             * @description Whether it looks for new videos.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Why it paused itself, or `KEY_REVOKED: …` if the API key that created or last resumed it, or changed its `webhook_url`, was revoked, or `MEMBER_LEFT: …` if the member who did so in a session has left the workspace, or `ACCOUNT_TAKEN_OVER: …` if the owner of the e-mail address of its account signed in after somebody else had made it; null if it runs or was paused by request. */
            paused_reason: string | null;
            /** @description What the last run could not do, and why; null if it did everything. */
            note: string | null;
            /** @description Where it is: `youtube`, `tiktok`, `instagram`, or `direct` for a feed. */
            platform: string;
            /**
             * @description What is watched.
             * @enum {string}
             */
            kind: "channel" | "playlist" | "search" | "feed";
            /** @description Link of what is watched. */
            source: string;
            /** @description How often it looks, and what it does with each new video. */
            rule: components["schemas"]["FollowRule"];
            /** @description Credits charged this month (UTC), plus estimates of jobs that are not final. */
            credits_this_month: number;
            /** @description Number of runs in a row that the platform refused. */
            failures: number;
            /** @description When it last looked; null before the first run. */
            last_run_at: string | null;
            /** @description When it looks next; null while it is paused. */
            next_run_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description Which new videos are taken; all given filters must hold. */
        FollowFilters: {
            /** @description Only videos at least this long, in seconds. */
            min_duration_seconds?: number | null;
            /** @description Only titles that contain one of these, regardless of case; at most 20 of at most 100 characters each. */
            title_includes?: string[] | null;
            /** @description Only titles that contain none of these; at most 20 of at most 100 characters each. */
            title_excludes?: string[] | null;
            /** @description Only videos published after this moment, ISO 8601. */
            newer_than?: string | null;
        };
        /** @description How often to look, and what to do with a video. */
        FollowRule: {
            /** @description What to find out about each new video, at least one. */
            capabilities: components["schemas"]["Capability"][];
            /**
             * @description How often to look, in minutes, 5 to 43,200 (30 days). Default 60.
             * @default 60
             */
            every_minutes?: number | null;
            /** @description Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`. */
            queries?: string[] | null;
            /** @description Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`. */
            objects?: string[] | null;
            /** @description Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it. */
            brands?: string[] | null;
            /** @description Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen. */
            surfaces?: string[] | null;
            /** @description Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it. */
            language?: string | null;
            /** @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`. */
            captions?: ("human" | "any" | "none") | null;
            /** @description Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`. */
            fps?: number | null;
            /** @description A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit. */
            max_credits?: number | null;
            /** @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true. */
            return_proof?: boolean | null;
            /** @description HTTPS address that gets the events of each job. Starter plan and above. */
            webhook_url?: string | null;
            /** @description Which new videos are taken. Absent: all. */
            filters?: components["schemas"]["FollowFilters"] | null;
            /** @description Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none. */
            monthly_credits?: number | null;
        };
        /** @description A video a Follow has found. */
        FollowVideo: {
            /** @description Id of the video on its platform. */
            video_id: string;
            /** @description Link of the video; null if unknown. */
            url: string | null;
            /** @description The job created for it; null if there is none. */
            job_id: string | null;
            /** @description Why no job was made; null if one was. */
            skipped: string | null;
            /**
             * Format: date-time
             * @description When it was first found.
             */
            seen_at: string;
        };
        /** @description One analysis of one video. */
        Job: {
            /** @description Id of the job, `job_…`. */
            job_id: string;
            /** @description State of the job. */
            status: components["schemas"]["JobStatus"];
            /** @description Link of the video; null for an uploaded file. */
            url: string | null;
            /** @description Key of the uploaded file, to pass again as `upload_key` with `from_job` while the file is kept; absent for a link. */
            upload_key?: string;
            /** @description Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`. */
            platform: string;
            /** @description What was asked for. */
            capabilities: components["schemas"]["Capability"][];
            /** @description The questions, as asked; absent if none were. */
            queries?: string[];
            /** @description The things to look for, as asked; absent if none were named. */
            objects?: string[];
            /** @description The brands to look for, as asked; absent if none were named. */
            brands?: string[];
            /** @description The surfaces that count, as asked; absent if none were named. */
            surfaces?: string[];
            /** @description The hint that was given, not what was detected; null without one. */
            language: string | null;
            /**
             * @description Which captions of the platform may be taken as the transcript, as asked or by default: `human`, `any` or `none`. It matters for links alone.
             * @enum {string}
             */
            captions: "human" | "any" | "none";
            /** @description Frames per second that are analysed, 1 to 4: as asked or by default, lowered to the plan's `max_fps`. It matters for capabilities that look at frames. */
            fps: number;
            /** @description Whether proof was asked for. */
            return_proof: boolean;
            /** @description Index of the audio track that is heard, 0 to 1000, as asked; absent if none was named. */
            audio_track?: number;
            /** @description The earlier job whose media is reused, as asked; absent if none was named. */
            from_job?: string;
            /** @description Your own id for the job; absent if none was given. */
            external_id?: string;
            /** @description Your own words for the job; absent if it has none. */
            tags?: string[];
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The video's title, or the `upload_filename`; null until known. */
            video_title: string | null;
            /** @description Length of the video in seconds; null until known. */
            video_duration_seconds: number | null;
            /** @description Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none. */
            video_thumbnail_url: string | null;
            /** @description Estimate in credits. It is not a quote: the charge may be lower or higher. */
            credits_estimated: number;
            /** @description The estimate that the job was created with, in credits; present once `credits_estimated` was made anew for the real length of the video. */
            credits_estimated_at_submit?: number;
            /** @description Credits charged; null until settled, and if nothing was charged. */
            credits_charged: number | null;
            /** @description Wall-clock seconds in which at least one worker was processing the job; null until it completes, and for a job that does not. Waiting is not counted. */
            processing_seconds: number | null;
            /** @description The Follow that created the job, `fol_…`; null for a job that was submitted. */
            follow_id: string | null;
            /** @description How far the job is; only while it is `processing`. */
            progress?: components["schemas"]["Progress"];
            /** @description What was found; only once the job is `completed`. */
            results?: components["schemas"]["Results"];
            /** @description Why there are no results; on a `failed` job, and on one `cancelled` because nobody funded it. */
            error?: components["schemas"]["JobError"];
            /**
             * Format: date-time
             * @description When the job was created.
             */
            created_at: string;
            /** @description When a worker started the job; null before, and while a long video waits for its place. A retry resets it. */
            started_at: string | null;
            /** @description When the job reached a final state; null before. */
            completed_at: string | null;
        };
        /** @description A job that had begun was cancelled. A job that was still waiting sends nothing. */
        JobCancelledEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.cancelled";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
            /**
             * Format: date-time
             * @description When the job reached this final state.
             */
            completed_at: string;
        };
        /** @description A job has results: read it by id. */
        JobCompletedEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.completed";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
            /**
             * Format: date-time
             * @description When the job reached this final state.
             */
            completed_at: string;
        };
        /** @description What a job would cost. */
        JobDryRun: {
            /**
             * @description Always true: nothing was created.
             * @constant
             */
            dry_run: true;
            /** @description Link of the video; null for an uploaded file. */
            url: string | null;
            /** @description Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`. */
            platform: string;
            /** @description What was asked for. */
            capabilities: components["schemas"]["Capability"][];
            /** @description Length of the video in seconds; null if it could not be determined in time. */
            duration_seconds: number | null;
            /**
             * @description `duration_unresolved` if the estimate is based on an assumed duration.
             * @constant
             */
            note?: "duration_unresolved";
            /** @description Estimate of the whole job, in credits. */
            credits_estimated: number;
            /** @description The parts of the estimate. */
            breakdown: {
                /** @description The kind of work, such as `transcription`. */
                item: string;
                /** @description Its part of the sum, in credits. */
                credits: number;
            }[];
            /** @description Credits that can be spent now. */
            balance: number;
            /** @description Whether the estimate is above the balance. */
            would_exceed_balance: boolean;
        };
        /** @description Why a job has no results. */
        JobError: {
            /** @description Why the job ended, for programs: a failure code such as `EXTRACTION_FAILED`. */
            code: string;
            /** @description Why the job ended, for people. */
            message: string;
        };
        /** @description A job failed; it is not charged. */
        JobFailedEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.failed";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
            /**
             * Format: date-time
             * @description When the job reached this final state.
             */
            completed_at: string;
            /** @description Why it failed. */
            error: components["schemas"]["JobError"];
        };
        /** @description A job waits for credits, for 7 days at most; it resumes by itself once funded. */
        JobHeldEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "job.held";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /** @description The state the job moved into. */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
            /** @description Why it is held, such as `insufficient_credits`. */
            reason: string;
            /** @description Estimate of the job for its real length, in credits. */
            credits_needed: number;
            /** @description What the workspace could spend when the job was held, in credits. */
            balance: number;
        };
        /** @description What was found, at a glance; of a job that did not ask for brands, all empty. */
        JobHighlights: {
            /** @description The brands that are seen longest, at most 3, longest first. */
            brands: {
                /** @description Name of the brand. */
                name: string;
                /** @description How long it is on screen, in seconds. */
                seconds: number;
            }[];
            /** @description Names of brands that are said and never seen, at most 3, those said most often first; absent of jobs that were completed before the service knew it. */
            brands_said?: string[];
            /** @description Number of brands that were seen or heard. */
            brand_count: number;
            /** @description Number of brands on screen in each of at most 60 equal steps of the video; empty if none is seen. */
            timeline: number[];
        };
        /** @description A job as shown in lists; read it by id for the rest. */
        JobListItem: {
            /** @description Id of the job, `job_…`. */
            job_id: string;
            /** @description State of the job. */
            status: components["schemas"]["JobStatus"];
            /** @description Link of the video; null for an uploaded file. */
            url: string | null;
            /** @description Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`. */
            platform: string;
            /** @description The video's title, or the `upload_filename`; null until known. */
            video_title: string | null;
            /** @description Your own id for the job; absent if none was given. */
            external_id?: string;
            /** @description Estimate in credits. It is not a quote: the charge may be lower or higher. */
            credits_estimated: number;
            /** @description Credits charged; null until settled, and if nothing was charged. */
            credits_charged: number | null;
            /** @description The Follow that created the job, `fol_…`; null for a job that was submitted. */
            follow_id: string | null;
            /**
             * Format: date-time
             * @description When the job was created.
             */
            created_at: string;
            /** @description When the job reached a final state; null before. */
            completed_at: string | null;
            /** @description Length of the video in seconds; null until known. */
            video_duration_seconds: number | null;
            /** @description Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none. */
            video_thumbnail_url: string | null;
            /** @description Your own words for the job; empty if none were given. */
            tags: string[];
            /** @description What was found, at a glance; null until the job is completed, and shortly after an upgrade. */
            highlights: components["schemas"]["JobHighlights"] | null;
        };
        /** @description The state of a job that a stream sends between events; not in the log. */
        JobStateEvent: {
            /**
             * @description `job.current`: the job when a stream of it begins. `job.progress`: a job in processing has made progress.
             * @enum {string}
             */
            event: "job.current" | "job.progress";
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description The batch the job belongs to, `batch_…`; absent if it belongs to none. */
            batch_id?: string;
            /**
             * @description The state of the job.
             * @enum {string}
             */
            status: components["schemas"]["JobStatus"];
            /** @description Credits charged; null if nothing was charged. */
            credits_charged: number | null;
            /** @description How far it is; present while it is processing. */
            progress?: components["schemas"]["Progress"];
            /** @description Why it failed; absent if it did not. */
            error?: components["schemas"]["JobError"];
            /**
             * Format: date-time
             * @description When the job reached a final state; absent before.
             */
            completed_at?: string;
        };
        /**
         * @description `pending`: waits for a worker. `processing`: a worker is processing it. `held`: waits for credits. `completed`, `failed` and `cancelled` are final.
         * @enum {string}
         */
        JobStatus: "pending" | "processing" | "completed" | "failed" | "cancelled" | "held";
        /** @description Views of a job's video, and when they are read. */
        JobViews: {
            /** @description Id of the job. */
            job_id: string;
            /** @description Platform of the video, `upload` for a file. */
            platform: string;
            /** @description When the video was published; null if that is not known. */
            published_at: string | null;
            /** @description Every reading, the oldest first. Numbers that fall are kept as they are. */
            views: components["schemas"]["ViewsReading"][];
            /** @description What `audience: "views"` counts for this video; null if nothing is known. */
            audience: components["schemas"]["CountedAudience"] | null;
            /** @description When the platform is asked next, at the earliest; null if it is not. */
            next_reading: string | null;
            /**
             * @description `scheduled`: there are more readings. `finished`: all are made. `not_given`: the platform gives no views. `vanished`: the video is gone or private. `failed`: the platform refused until the last reading was given up. `off`: the operator has turned readings off. `no_link`: an uploaded file. `not_completed`: the job is not completed.
             * @enum {string}
             */
            reading: "scheduled" | "finished" | "not_given" | "vanished" | "failed" | "off" | "no_link" | "not_completed";
            /** @description Why there are no further readings, or what the last one that failed said; null if all is well. */
            reason: string | null;
        };
        /** @description The outcome of one action on many jobs. */
        JobsChanged: {
            /**
             * @description What was asked.
             * @enum {string}
             */
            action: "delete" | "rerun";
            /** @description Whether nothing was changed. */
            dry_run: boolean;
            /** @description Number of jobs for which it was, or would be, done. */
            done: number;
            /** @description Number of jobs for which it was not. */
            refused: number;
            /** @description Estimate of all new jobs, in credits; 0 for other actions than `rerun`. */
            credits_estimated: number;
            /** @description Credits that could be spent before the call. */
            balance: number;
            /** @description Whether the estimate is above the balance. Only a warning. */
            would_exceed_balance: boolean;
            /** @description The outcome of each job, in the order of `job_ids`. */
            jobs: {
                /** @description The job, as asked. */
                job_id: string;
                /** @description Whether it was done; on a dry run, whether it would be. */
                done: boolean;
                /** @description The job that `rerun` created; absent for other actions and on a dry run. */
                new_job_id?: string;
                /** @description Estimate of the new job, in credits; only for `rerun`. */
                credits_estimated?: number;
                /** @description Why it was not done; absent if it was. */
                error?: components["schemas"]["JobError"];
            }[];
        };
        /** @description A new key. */
        KeyCreated: {
            /** @description Id of the key, `key_…`; revokes it. */
            key_id: string;
            /** @description The key, `rs_live_…`. It is shown only this once. */
            api_key: string;
        };
        /** @description A job of a batch that does not count. */
        LeftOutVideo: {
            /** @description Id of the job. */
            job_id: string;
            /**
             * @description `not_completed`: there are no results. `no_brands`: the results hold no brands, as nobody asked for them or they could not be analysed.
             * @enum {string}
             */
            reason: "not_completed" | "no_brands";
        };
        /** @description Seconds in which the letters are at least 12 pixels high on a device. */
        LegibleSeconds: {
            /** @description Seconds on a picture of 360 lines of pixels. */
            phone: number;
            /** @description Seconds on a picture of 720 lines of pixels. */
            laptop: number;
            /** @description Seconds on a picture of 1080 lines of pixels. */
            tv: number;
        };
        /** @description What the plan allows. */
        Limits: {
            /** @description Longest video a job may analyse, in minutes. */
            max_video_duration_minutes: number;
            /** @description Longest video of an audio-only job, in minutes: one that asks for nothing but `transcription`, `metadata` and `summary`. */
            max_audio_duration_minutes: number;
            /** @description Most frames per second that are analysed; a job's `fps` is lowered to it. */
            max_fps: number;
            /** @description Whether a job that asks for `brands` must name `brands` or `surfaces`. */
            requires_target: boolean;
            /** @description Number of requests per minute on average; short bursts may have more. */
            max_requests_per_minute: number;
            /** @description Number of jobs that are processed at the same time. */
            max_concurrent_jobs: number;
            /** @description Number of questions a job may ask. */
            max_queries_per_job: number;
            /** @description Whether jobs and batches may name a `webhook_url`. */
            webhooks_enabled: boolean;
            /** @description Whether reports may be exported. */
            downloadable_reports: boolean;
            /** @description Number of videos in a batch; 0 if the plan has no batches. */
            max_batch_size: number;
            /** @description Number of questions a batch may ask about all its videos; 0 for none. */
            max_aggregate_queries_per_batch: number;
        };
        /** @description What views cost the workspace. */
        MediaPrices: {
            /** @description Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000, of platforms without a price of their own. null: none is set. */
            cpm_usd: number | null;
            /** @description Prices by platform, where they differ. */
            cpm_usd_by_platform: components["schemas"]["PricesByPlatform"];
            /** @description Number of viewers of a video of which neither a person nor the platform says one, 0 to 100000000000. null: none is set. */
            audience: number | null;
        };
        /** @description About the request itself. */
        Meta: {
            /** @description Id of the request, `req_…`, also in the header `X-Request-Id`. Quote it to support. */
            request_id: string;
        };
        MetadataResult: MetadataResult;
        /** @description From where to where a paid segment goes. */
        NewSegment: {
            /** @description When it begins, in seconds. */
            start: number;
            /** @description When it ends, in seconds: after `start`, and not after the video. */
            end: number;
        };
        /** @description A later analysis of a video of a batch. */
        NewerAnalysis: {
            /** @description The job of the batch. */
            job_id: string;
            /** @description The newest completed job on the same video with at least its capabilities. */
            newer_job_id: string;
            /**
             * Format: date-time
             * @description When the newer job was created.
             */
            created_at: string;
        };
        /** @description Which mail a member gets about a workspace. */
        Notifications: {
            /**
             * @description `never`: no mail. `failures`: when a job fails, or a batch ends with failed jobs. `all`: when any job or batch ends. Jobs of a batch are told of by the batch.
             * @enum {string}
             */
            email: "never" | "failures" | "all";
            /** @description Your e-mail address, which mail goes to. */
            address: string;
            /** @description Whether you have shown that the address is yours. Mail goes to no other. */
            verified: boolean;
            /** @description Whether this service sends mail. */
            available: boolean;
        };
        /** @description A stretch of time in which a thing is seen. */
        ObjectAppearance: {
            /** @description The moment that shows it best, in seconds. */
            timestamp: number;
            /** @description When it comes into view, in seconds. */
            timestamp_start: number;
            /** @description When it leaves the view, in seconds. */
            timestamp_end: number;
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description What is seen, in words. */
            context: string;
            /** @description Where it is at `timestamp`; absent if that is not known. */
            bounding_box?: components["schemas"]["BoundingBox"];
            /** @description Its shape at `timestamp`, in fractions of the frame; absent if the engine gives none. */
            outline?: components["schemas"]["Outline"];
            /** @description Path of the proof frame, `/v1/frames/…`; absent if there is none. */
            frame_url?: string;
            /**
             * @description Always true: a person changed it; absent from what is as found.
             * @constant
             */
            corrected?: true;
        };
        /** @description A thing found on one frame. */
        ObjectDetection: {
            /** @description Time of the frame, in seconds. */
            timestamp: number;
            /** @description Confidence, 0 to 1. */
            confidence: number;
            /** @description Where the thing is on the frame. */
            bounding_box: components["schemas"]["BoundingBox"];
            /** @description Its shape, in fractions of the frame; absent if the engine gives none. */
            outline?: components["schemas"]["Outline"];
            /** @description Whether a second look confirmed it. */
            verified: boolean;
        };
        ObjectResult: ObjectResult;
        /** @description A line of text while it is on screen. */
        OnScreenText: {
            /** @description A line as it was read, at most 500 characters. */
            text: string;
            /** @description When it comes into view, in seconds. */
            start: number;
            /** @description When it leaves the view, in seconds. */
            end: number;
            /** @description Where it is when it is read best. */
            bounding_box: components["schemas"]["BoundingBox"];
            /** @description Confidence of the best reading, 0 to 1. */
            confidence: number;
        };
        /** @description Rings around the thing, each of at most 64 points `[x, y]` in fractions of the frame. */
        Outline: [
            number,
            number
        ][][];
        /** @description Where a list continues. */
        Pagination: {
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Pass it as `cursor` to read the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description Words that tell that a segment is paid for. */
        PaidEvidence: {
            /** @description When it is said or shown, in seconds; 0 for what title, description or tags say. */
            timestamp: number;
            /**
             * @description Said (`speech`), read on screen (`text`), or in the `metadata`: chapters, title, description, tags.
             * @enum {string}
             */
            source: "speech" | "text" | "metadata";
            /** @description The words that tell, at most 300 characters. */
            quote: string;
        };
        /** @description In how many videos a brand is, by what they say, paid for, and how much of it is in paid segments. */
        PaidExposure: {
            /** @description Number of videos in which a disclosure or a paid segment names the brand. */
            videos_paid: number;
            /** @description Number of videos in which a disclosure that names the brand was found. */
            videos_disclosed: number;
            /** @description Number of videos in which neither names the brand; nobody may have paid, or it was not said. */
            videos_not_known: number;
            /** @description Seconds of `seen_seconds` that are in paid segments of the brand. */
            seen_seconds_paid: number;
            /** @description Number of times it is said in paid segments of the brand. */
            said_times_paid: number;
        };
        /** @description A stretch of the video that says or shows that it is paid for. A hint, with its evidence. */
        PaidSegment: {
            /** @description When it begins, as far as words tell, in seconds. */
            start: number;
            /** @description When it ends, as far as words tell, in seconds. */
            end: number;
            /** @description Who pays, as far as words tell: the name of a brand of the results, else as written. Absent if unknown. */
            brand?: string;
            /** @description How likely it is paid for, 0 to 1; 1 only for what a person added, confirmed, moved or renamed. */
            confidence: number;
            /** @description The words that tell, in order of time; at most 10. Empty for one that a person added. */
            evidence: components["schemas"]["PaidEvidence"][];
            /**
             * @description Always true: a person changed it, or who pays; absent from what is as found.
             * @constant
             */
            corrected?: true;
        };
        /**
         * @description A plan; its limits are read from the account.
         * @enum {string}
         */
        PlanName: "free" | "starter" | "pro" | "scale";
        /** @description A text on screen that is in no brand of the results and may be one. */
        PossibleBrand: {
            /** @description The reading that is seen most, or the address or handle. */
            text: string;
            /** @description How likely it is a brand, product or company, 0 to 1. */
            confidence: number;
            /** @description Why it may be one, the strongest first. `registered_mark`: ®, ™ or © stands beside it; `known_name`: it is a known name (`near`) that was not asked for, or that nothing around proves; `web_address`: it is the name in a web address or e-mail address, or a handle such as `@acme`; `company_form`: the form of a company follows it, such as Inc or GmbH; `near_known_name`: it is a few letters from a known or asked-for name (`near`); `end_card`: it is large and alone in the last seconds; `stands_alone`: it is alone, of at most three words that are not all in a dictionary, and large, on screen for long as a watermark is, or many times in one picture. */
            reasons: ("registered_mark" | "known_name" | "web_address" | "company_form" | "near_known_name" | "end_card" | "stands_alone")[];
            /** @description The known or asked-for name that it is or is nearly; absent if there is none. */
            near?: string;
            /** @description Number of times it comes into view. */
            total_appearances: number;
            /** @description How long it is in view altogether, in seconds. */
            total_visible_duration: number;
            /** @description When it is first seen, in seconds. */
            first_seen: number;
            /** @description When it is last seen, in seconds. */
            last_seen: number;
            /** @description Each time it is seen, in order; the first 20. */
            appearances: components["schemas"]["PossibleBrandAppearance"][];
        };
        /** @description A stretch of time in which a text that may be a brand is on screen. */
        PossibleBrandAppearance: {
            /** @description As it was read here. */
            text: string;
            /** @description The moment in which it is read best, in seconds. */
            timestamp: number;
            /** @description When it comes into view, in seconds. */
            timestamp_start: number;
            /** @description When it leaves the view, in seconds. */
            timestamp_end: number;
            /** @description How long it is in view, in seconds. */
            visible_duration: number;
            /** @description Confidence of the reading, 0 to 1. */
            confidence: number;
            /** @description Where it is at `timestamp`; of a name within a line about its part of the line. */
            bounding_box: components["schemas"]["BoundingBox"];
        };
        /** @description What to find out, under a name. */
        Preset: {
            /** @description Id of the preset, `preset_…`. */
            preset_id: string;
            /** @description Its name. */
            name: string;
            /** @description Whether every workspace has it; such a preset cannot be changed. */
            built_in: boolean;
            /** @description What a job with this preset must also name on the plan of the workspace: `brands`, or `surfaces` instead. Usually empty. */
            needs: "brands"[];
            /** @description What to find out, at least one. */
            capabilities: components["schemas"]["Capability"][];
            /** @description Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`. */
            queries?: string[];
            /** @description Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`. */
            objects?: string[];
            /** @description Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it. */
            brands?: string[];
            /** @description Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen. */
            surfaces?: string[];
            /** @description Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it. */
            language?: string;
            /**
             * @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`.
             * @enum {string}
             */
            captions?: "human" | "any" | "none";
            /** @description Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`. */
            fps?: number;
            /** @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true. */
            return_proof?: boolean;
            /** @description When it last changed; null for a built-in one. */
            updated_at: string | null;
        };
        /** @description What to find out, under a name. */
        PresetEntry: {
            /** @description Name of the preset, at most 100 characters. */
            name: string;
            /** @description What to find out, at least one. */
            capabilities: components["schemas"]["Capability"][];
            /** @description Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`. */
            queries?: string[] | null;
            /** @description Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`. */
            objects?: string[] | null;
            /** @description Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it. */
            brands?: string[] | null;
            /** @description Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen. */
            surfaces?: string[] | null;
            /** @description Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it. */
            language?: string | null;
            /** @description For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`. */
            captions?: ("human" | "any" | "none") | null;
            /** @description Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`. */
            fps?: number | null;
            /** @description Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true. */
            return_proof?: boolean | null;
        };
        /** @description The file that will be uploaded. */
        PresignUpload: {
            /**
             * @description Media type of the file; for any other kind that the service reads (such as MKV, MPEG-TS, AVI or MP3), one of the three. The PUT must send the same as its `Content-Type`. What the file is, its content tells.
             * @enum {string}
             */
            content_type: "video/mp4" | "video/quicktime" | "video/webm";
            /** @description Exact size of the file in bytes, at most 524,288,000 (500 MB). */
            size_bytes: number;
        };
        /** @description Where to put a file, and what to call it later. */
        PresignedUpload: {
            /** @description Where to PUT the bytes of the file; valid for one upload until `expires_at`. */
            put_url: string;
            /** @description Names the file: pass it as `upload_key` of a job or as `key` of a batch's upload. Form: `uploads/<tenant_id>/<id>/video.<ext>`. */
            key: string;
            /**
             * Format: date-time
             * @description When `put_url` stops working.
             */
            expires_at: string;
        };
        /** @description Prices by platform, where they differ. */
        PricesByPlatform: {
            /** @description Price of a thousand views on YouTube, in US dollars, 0 to 1000000. */
            youtube?: number;
            /** @description Price of a thousand views on TikTok, in US dollars, 0 to 1000000. */
            tiktok?: number;
            /** @description Price of a thousand views on Instagram, in US dollars, 0 to 1000000. */
            instagram?: number;
            /** @description Price of a thousand views on direct links, in US dollars, 0 to 1000000. */
            direct?: number;
            /** @description Price of a thousand views on uploaded files, in US dollars, 0 to 1000000. */
            upload?: number;
        };
        /** @description How far a job is. Stages run in the order ingestion, transcription, analysis, merging. */
        Progress: {
            /**
             * @description The stage the job is in.
             * @enum {string}
             */
            stage: "ingestion" | "transcription" | "analysis" | "merging";
            /** @description Stages that are done, in order. */
            stages_completed: ("ingestion" | "transcription" | "analysis" | "merging")[];
            /** @description Stages after the current one, in order. */
            stages_remaining: ("ingestion" | "transcription" | "analysis" | "merging")[];
            /** @description How much of the stage is done, in percent, 0 to 100; absent until that is known. */
            percent?: number;
            /** @description How much of the whole job is done, in percent, 0 to 100: it never falls, also when work that was lost is done again. By what stages usually take. */
            overall_percent?: number;
            /** @description Stages waiting because no running worker can process them; omitted if there are none. */
            waiting_for?: ("ingestion" | "transcription" | "analysis" | "merging")[];
        };
        QueryResult: QueryResult;
        /** @description A report and its files. */
        Report: {
            /** @description Id of the report, `rep_…`. */
            report_id: string;
            /** @description What stands on its cover. */
            title: string;
            /** @description Whether it is there. */
            status: components["schemas"]["ReportStatus"];
            /** @description Files that were asked for. */
            formats: components["schemas"]["ReportFormat"][];
            /** @description Number of videos it was asked for. */
            videos: number;
            /** @description Number of videos of the batch or Follow, with those that are left out, such as failed ones; otherwise the same as `videos`. */
            videos_chosen: number;
            /** @description Number of those that are read, for progress. */
            videos_done: number;
            /** @description Its files; empty until it is `ready`. */
            files: components["schemas"]["ReportFile"][];
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /** @description When its files were made; null before. */
            ready_at: string | null;
            /**
             * Format: date-time
             * @description When it is removed with its files, at the latest: above the quota of the workspace the oldest go first.
             */
            expires_at: string;
            /** @description Why it failed; absent otherwise. */
            error?: components["schemas"]["ReportError"];
        };
        /** @description A report that is being made. */
        ReportCreated: {
            /** @description Id of the report, `rep_…`. */
            report_id: string;
            /** @description `pending`: it is made in the background. */
            status: components["schemas"]["ReportStatus"];
        };
        /**
         * @description `summary`: four to six pages in most cases: cover, brands, a proof frame of each brand, timelines and method. `full`: also a page for each of the 24 brands seen longest, the share of screen time as a page, and all tables and timelines.
         * @enum {string}
         */
        ReportDetail: "summary" | "full";
        /** @description Why a report could not be made. */
        ReportError: {
            /** @description Code of the failure. */
            code: string;
            /** @description What went wrong. */
            message: string;
        };
        /** @description A file of a report. */
        ReportFile: {
            /** @description Its format. */
            format: components["schemas"]["ReportFormat"];
            /** @description Its path, `/v1/reports/…/files/…`; it needs a key or a session. */
            url: string;
            /** @description Its size, in bytes. */
            size_bytes: number;
        };
        /**
         * @description `html`: one file that needs nothing else and prints as it looks. `pdf`: the same pages. `csv`: one row per appearance. `json`: the exposure, the videos and their links. `xlsx`: a workbook with brands, videos, appearances and what is missing. `pptx`: slides of the summary, with charts and tables that can be edited.
         * @enum {string}
         */
        ReportFormat: "html" | "pdf" | "csv" | "json" | "xlsx" | "pptx";
        /**
         * @description `pending`: it waits or is being made. `ready`: its files are there. `failed`: it could not be made; `error` says why.
         * @enum {string}
         */
        ReportStatus: "pending" | "ready" | "failed";
        Results: Results;
        /** @description Health of the processing; flags appear only when true. */
        ResultsMeta: {
            /**
             * @description Brands may be missing: an engine that looks for them failed or was not available.
             * @constant
             */
            brand_detection_degraded?: true;
            /**
             * @description Things may be missing: an engine that looks for them failed or was not available.
             * @constant
             */
            object_detection_degraded?: true;
            /**
             * @description Of pictures full of names or things, only the clearest places are listed.
             * @constant
             */
            places_left_out?: true;
            /**
             * @description Words may be missing: the speech engine failed or was not available.
             * @constant
             */
            transcription_degraded?: true;
            /**
             * @description Much of the speech was hardly understood: no summary is made of what was said, and the doubtful segments have `unsure`.
             * @constant
             */
            speech_unsure?: true;
            /**
             * @description Speakers were not distinguished.
             * @constant
             */
            diarization_unavailable?: true;
            /**
             * @description The summary was made by a simpler engine or from part of the video, or is missing.
             * @constant
             */
            summary_degraded?: true;
            /**
             * @description Questions were answered by a simpler engine or from part of the video, or not at all.
             * @constant
             */
            query_degraded?: true;
            /**
             * @description The language model did not read all that it should of the speech for paid segments: it failed, or took too long. There they are as words tell.
             * @constant
             */
            paid_segments_degraded?: true;
            /**
             * @description Proof frames were not verified by a second look.
             * @constant
             */
            proof_verification_skipped?: true;
            /**
             * @description There were more appearances to prove than the 20 frames of a job.
             * @constant
             */
            proof_frames_truncated?: true;
            /**
             * @description The storyboard could not be made.
             * @constant
             */
            storyboard_unavailable?: true;
            /**
             * @description The video has no sound.
             * @constant
             */
            no_audio?: true;
            /**
             * @description No speech was found in the video.
             * @constant
             */
            no_speech_detected?: true;
            /**
             * @description Media from an earlier job on the same video was reused.
             * @constant
             */
            media_reused?: true;
            /**
             * @description The transcript of `from_job` was reused.
             * @constant
             */
            transcript_reused?: true;
            /** @description Frames per second that were analysed, after applying the plan's limit. */
            fps_used: number;
            /** @description Number of frames that were analysed. */
            frames_analyzed: number;
            /** @description Where the picture is damaged, so that nothing was looked for in it; absent if nowhere. */
            unseen_spans?: components["schemas"]["UnseenSpan"][];
            /** @description Size and rate of the picture; absent on older results, and if there is none. */
            video?: components["schemas"]["VideoForm"];
            /** @description Number of different texts that were read on screen, with `brands` or `custom_query`; absent on older results, and if no frame was read. */
            texts_read?: number;
            /** @description The engines that did the work. */
            engines: components["schemas"]["EngineNames"];
            /** @description Things that were asked for but not seen; absent if there are none. */
            objects_not_found?: string[];
            /** @description Things that the engine cannot see; absent if there are none. */
            objects_unsupported?: string[];
        };
        /** @description Jobs of a batch by state. */
        Rollup: {
            /** @description Number of all jobs. */
            total: number;
            /** @description Number of jobs that wait for a worker. */
            pending: number;
            /** @description Number of jobs a worker is processing. */
            processing: number;
            /** @description Number of jobs with results. */
            completed: number;
            /** @description Number of jobs that wait for credits. */
            held: number;
            /** @description Number of jobs that failed. */
            failed: number;
            /** @description Number of jobs that were cancelled. */
            cancelled: number;
        };
        /** @description How the webhook secret is rotated. */
        RotateWebhookSecret: {
            /** @description Hours for which `webhook-signature` also carries a signature by the previous secret, 0 to 168. Default 0: the previous secret becomes invalid at once. */
            keep_previous_hours?: number | null;
        };
        /** @description What to take besides new videos. */
        RunFollow: {
            /**
             * @description How many of the newest existing videos are analysed too, 0 to 100. Default 0.
             * @default 0
             */
            backfill?: number | null;
        };
        /** @description A runner, as the operator sees it. */
        Runner: {
            /** @description Id of the runner, `rnr_…`. */
            runner_id: string;
            /** @description What it is called. */
            name: string;
            /**
             * @description `online`: a process of it sent a heartbeat within the stall time.
             * @enum {string}
             */
            status: "online" | "offline" | "revoked";
            /** @description Version of the program that last ran; null if none ever did. */
            version: string | null;
            /** @description Parts of jobs it last took: `hear`, `see`, `join`. */
            serves: ("hear" | "see" | "join")[];
            /** @description Engines it last had, one for each kind of work. */
            engines: {
                /** @description What it does, such as `speech`. */
                role: string;
                /** @description Its name, as in `meta.engines` of results. */
                name: string;
                /** @description Its version; empty if unknown. */
                version: string;
                /**
                 * @description `embedded`, `local` (a pulled model) or `remote` (a server).
                 * @enum {string}
                 */
                kind: "embedded" | "local" | "remote";
            }[];
            /** @description Number of its processes that are online. */
            processes: number;
            /** @description Number of parts it can do at once, over all its processes. */
            hosts: number;
            /** @description Number of parts it is doing now. */
            parts_running: number;
            /** @description Number of parts it has done. */
            parts_done: number;
            /** @description When it last called; null if never. */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When it was revoked; null if it is not. */
            revoked_at: string | null;
        };
        /** @description A new runner with its token. */
        RunnerCreated: {
            /** @description Id of the runner, `rnr_…`. */
            runner_id: string;
            /** @description Its token, `rs_runner_…`. It is shown only this once. */
            token: string;
        };
        /** @description A brand in speech. */
        SaidExposure: {
            /** @description Number of times it is said. */
            times: number;
            /** @description Seconds of saying its name while it is in view. */
            seconds_overlapping_seen: number;
        };
        /**
         * @description What a key may do: `jobs:write` creates, cancels and deletes jobs, batches, uploads, brands and Follows, and sends webhooks again; `jobs:read` reads jobs, batches, frames, brands, Follows and webhook deliveries; both together create links that show results; `account:read` reads account, usage and the list of keys.
         * @enum {string}
         */
        Scope: "jobs:write" | "jobs:read" | "account:read";
        /** @description A passage that matches a search. */
        SearchHit: {
            /** @description The job, `job_…`. */
            job_id: string;
            /** @description Title of the video; null if unknown. */
            title: string | null;
            /**
             * @description Where it was found.
             * @enum {string}
             */
            kind: "speech" | "text" | "brand" | "object" | "title" | "answer";
            /** @description When the passage begins, in seconds; 0 for a title. */
            start: number;
            /** @description When the passage ends, in seconds; 0 for a title. */
            end: number;
            /** @description The passage: what is said or written, or the name that is seen. */
            text: string;
            /** @description Which parts of `text` match, in order: from the first to before the second, counted in characters (code points) from 0. */
            matches: [
                number,
                number
            ][];
            /** @description The brand, where `kind` is `brand`. */
            brand?: string;
            /** @description The object, where `kind` is `object`. */
            object?: string;
            /** @description Who says it, counted from 1; absent if unknown. */
            speaker?: number;
            /** @description Path, `/v1/frames/…`, or address of a picture of the video; null if there is none. */
            thumbnail_url: string | null;
            /** @description Path of the proof frame, `/v1/frames/…`; absent if there is none. */
            frame_url?: string;
            /**
             * @description Always true: a person changed this moment of the brand or object; absent from what is as found.
             * @constant
             */
            corrected?: true;
            /**
             * @description Present if it was found by its meaning, not by its words; it is a stretch of up to half a minute then.
             * @constant
             */
            by?: "meaning";
            /** @description How well it matches, 0 to 1: above 0.66 every word as given, above 0.33 with other endings, up to 0.09 by its meaning alone. */
            score: number;
        };
        /** @description The audience of a video. */
        SetAudience: {
            /** @description Number of viewers of the video, 0 to 100000000000; it then counts instead of the platform's views. null: the platform's count again. */
            views: number | null;
        };
        /** @description Prices of a workspace; what is absent is removed. */
        SetMediaPrices: {
            /** @description Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000, of platforms without a price of their own. */
            cpm_usd?: number | null;
            /** @description Prices by platform, where they differ. */
            cpm_usd_by_platform?: components["schemas"]["SetPricesByPlatform"] | null;
            /** @description Number of viewers of a video of which neither a person nor the platform says one, 0 to 100000000000. */
            audience?: number | null;
        };
        /** @description Prices by platform, where they differ. */
        SetPricesByPlatform: {
            /** @description Price of a thousand views on YouTube, in US dollars, 0 to 1000000. */
            youtube?: number;
            /** @description Price of a thousand views on TikTok, in US dollars, 0 to 1000000. */
            tiktok?: number;
            /** @description Price of a thousand views on Instagram, in US dollars, 0 to 1000000. */
            instagram?: number;
            /** @description Price of a thousand views on direct links, in US dollars, 0 to 1000000. */
            direct?: number;
            /** @description Price of a thousand views on uploaded files, in US dollars, 0 to 1000000. */
            upload?: number;
        };
        /** @description A link that has not ended. */
        Share: {
            /** @description Id of the share, `share_…`. */
            share_id: string;
            /** @description The job it shows; null if it shows a report. */
            job_id: string | null;
            /** @description The report it shows; null if it shows a job. */
            report_id: string | null;
            /** @description Title of the video or report; null if unknown. */
            title: string | null;
            /** @description What it shows of a job; empty for a report. */
            parts: components["schemas"]["SharePart"][];
            /** @description Who created it; null if unknown. */
            created_by: components["schemas"]["Actor"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the link ends.
             */
            expires_at: string;
            /** @description Number of times it was opened. */
            opened: number;
            /** @description When it was last opened; null if it has not been. */
            last_opened_at: string | null;
        };
        /** @description A new share with its link. */
        ShareCreated: {
            /** @description Id of the share, `share_…`. */
            share_id: string;
            /** @description The link. It is shown only this once; whoever has it sees the chosen parts. */
            url: string;
            /**
             * Format: date-time
             * @description When the link ends.
             */
            expires_at: string;
        };
        /**
         * @description `video`: the video, while it is held, and its shots. `brands`: brands with their proof frames, paid segments and disclosures. `transcript`: what is said and read on screen, and the summary. `objects`: things that were asked for. `queries`: questions and answers. `exposure`: what the appearances of brands amount to.
         * @enum {string}
         */
        SharePart: "video" | "brands" | "transcript" | "objects" | "queries" | "exposure";
        /** @description A stretch of the video between two borders of scenes. */
        Shot: {
            /** @description Time of its first frame, in seconds. */
            start: number;
            /** @description Time of the first frame of the next shot, or the end, in seconds. */
            end: number;
            /**
             * @description How it begins. `cut`: from one frame to the next; `part_cut`: the same in one tile of a split screen; `dissolve`: the scene before and this one are seen through each other, it begins where half of it is seen; `fade`: through black or white, it begins in their middle. Absent for the first shot, and on older results.
             * @enum {string}
             */
            transition?: "cut" | "part_cut" | "dissolve" | "fade";
            /** @description With `part_cut`: the tile that changes, while the rest of the picture goes on. */
            part?: components["schemas"]["BoundingBox"];
        };
        /** @description An appearance taken from the texts or the speech of the results. */
        StoredAppearance: {
            /** @description When it comes into view, or begins to be heard, in seconds. */
            start: number;
            /** @description When it ends, in seconds. */
            end: number;
            /** @description The moment whose picture the box is drawn on, in seconds; absent if heard. */
            timestamp?: number;
            /** @description Where it is on the frame, as fractions; absent if it is heard. */
            box?: components["schemas"]["BoundingBox"];
            /**
             * @description `visual`: read on screen. `audio`: heard.
             * @enum {string}
             */
            source: "visual" | "audio";
            /** @description Confidence of the reading, 0 to 1; 1 if a person confirmed it. */
            confidence: number;
        };
        /**
         * @description `dismiss`: it is not there. `rename`: it is something else. `merge`: it is the same as another one of the results. `add`: it was missed. `confirm`: it is right. `move`: it is there, but from and to other seconds; only paid segments. `recount`: the brand library got its name later, and the service found it in the texts of the results.
         * @enum {string}
         */
        StoredCorrectionKind: "dismiss" | "rename" | "merge" | "add" | "confirm" | "move" | "recount";
        /** @description Small frames without boxes over the whole video, on sheets. */
        Storyboard: {
            /** @description Version of this form. `1`: a tile covers the time from its own to the next one. `2`: its time is the middle of the interval it represents. */
            version: 1 | 2;
            /** @description Typical time between two tiles, in milliseconds. */
            interval_ms: number;
            /** @description Time of each tile in milliseconds, ascending. Absent on older results only, where tile k is at k × `interval_ms`. */
            timestamps_ms?: number[];
            /** @description Size of a tile; its longer side has 580 pixels. */
            tile: {
                /** @description Width of a tile in pixels. */
                w: number;
                /** @description Height of a tile in pixels. */
                h: number;
            };
            /** @description Tile k is on sheet floor(k / (cols × rows)), row by row. */
            grid: {
                /** @description Number of tiles in a row. */
                cols: number;
                /** @description Number of rows on a sheet. */
                rows: number;
            };
            /** @description Number of tiles on all sheets. The rest of the last sheet is black. */
            count: number;
            /** @description Length of the video in milliseconds. */
            duration_ms: number;
            /** @description Path of each sheet, `/v1/frames/…`, in order. */
            sheets: string[];
        };
        SummaryResult: SummaryResult;
        /** @description A brand on one kind of surface. */
        SurfaceExposure: {
            /**
             * @description The surface.
             * @enum {string}
             */
            surface: "jersey-front" | "jersey-back" | "jersey-sleeve" | "shorts" | "headwear" | "footwear" | "other-apparel" | "perimeter-board" | "scoreboard" | "playing-surface" | "goal-or-stanchion" | "bench-or-dugout" | "venue-structure" | "banner" | "podium" | "media-backdrop" | "microphone" | "vehicle" | "equipment" | "broadcast-graphic" | "virtual-ad" | "title-card" | "device-screen" | "product-placement" | "packaging" | "storefront" | "billboard" | "set-dressing" | "overlay-watermark";
            /** @description Seconds in view on this surface. */
            seen_seconds: number;
            /** @description Equivalent seconds on this surface. */
            equivalent_seconds: number;
        };
        /** @description One entry of the ledger. Entries never change. */
        Transaction: {
            /** @description Id of the entry, `txn_…`. */
            id: string;
            /**
             * @description `charge` of a job, `purchase` or `refund` of credits, `grant` of plan credits, `forfeit` of the unused ones at a reset.
             * @enum {string}
             */
            type: "charge" | "purchase" | "refund" | "grant" | "forfeit";
            /** @description Credits, signed: a charge and a forfeit are negative, everything else positive. */
            amount: number;
            /** @description The job that was charged; absent on other entries. */
            job_id?: string;
            /** @description What the entry is for, in words; states what was written off if a charge was above the balance. */
            description: string;
            /**
             * Format: date-time
             * @description When the entry was created.
             */
            created_at: string;
        };
        /** @description A stretch of speech between two pauses. */
        TranscriptSegment: {
            /** @description When the segment begins, in seconds. */
            start: number;
            /** @description When the segment ends, in seconds. */
            end: number;
            /** @description What is said. */
            text: string;
            /** @description Who speaks, counted from 1 in order of first speech; absent if speakers were not distinguished. */
            speaker?: number;
            /** @description Confidence of the engine, 0 to 1; absent if unknown. */
            confidence?: number;
            /**
             * @description Always true: the words were heard so unsurely that they are likely wrong, and no summary is made of them; absent otherwise, and where the engine does not tell.
             * @constant
             */
            unsure?: true;
            /** @description The words with their times; absent if the engine gives none. */
            words?: components["schemas"]["TranscriptWord"][];
        };
        /** @description One spoken word. */
        TranscriptWord: {
            /** @description When the word begins, in seconds. */
            start: number;
            /** @description When the word ends, in seconds. */
            end: number;
            /** @description The word. */
            text: string;
            /** @description Confidence of the engine, 0 to 1; absent if unknown. */
            confidence?: number;
        };
        TranscriptionResult: TranscriptionResult;
        /** @description What something comes to in a stretch of time. */
        TrendNumbers: {
            /** @description Number of videos in which it is seen or said. */
            videos: number;
            /** @description Number of times it is seen. */
            appearances: number;
            /** @description Seconds in which it is on screen. */
            seen_seconds: number;
            /** @description Equivalent seconds, by the default weights of the exposure. */
            equivalent_seconds: number;
            /** @description `seen_seconds` by those of all brands in the same period, as a fraction; 0 if there are none. */
            share_of_voice: number;
            /** @description Number of times it is said. */
            mentions: number;
            /** @description Number of videos in which a disclosure or a paid segment names the brand. */
            videos_paid: number;
            /** @description Number of videos in which a disclosure names the brand. */
            videos_disclosed: number;
            /** @description Seconds of `seen_seconds` that are in its paid segments. */
            paid_seen_seconds: number;
            /** @description Number of mentions in its paid segments. */
            paid_mentions: number;
        };
        /** @description A day, a week or a month. */
        TrendPeriod: {
            /**
             * Format: date
             * @description First day, YYYY-MM-DD.
             */
            start: string;
            /**
             * Format: date
             * @description Last day, YYYY-MM-DD.
             */
            end: string;
            /** @description Whether it is over and was counted as a whole; the first and last may not be. */
            complete: boolean;
            /** @description Number of videos with a date in it, with and without brands. */
            videos: number;
            /** @description Length of these videos together, in seconds. */
            video_seconds: number;
            /** @description Seconds on screen of all brands together. */
            seen_seconds: number;
            /** @description Equivalent seconds of all brands together. */
            equivalent_seconds: number;
            /** @description Number of times that any brand is said. */
            mentions: number;
        };
        /** @description What is not listed. */
        TrendRest: {
            /** @description Number of series that are not listed because of `limit`. */
            series: number;
            /** @description Their seconds on screen together. */
            seen_seconds: number;
            /** @description Their equivalent seconds together. */
            equivalent_seconds: number;
            /** @description Number of times they are said. */
            mentions: number;
        };
        /** @description One brand, channel, platform or Follow over time. */
        TrendSeries: {
            /** @description The brand, channel, platform or Follow; null for videos that have none, such as uploads without a channel. */
            name: string | null;
            /** @description Id of the Follow, or address of the page of the channel; else null. */
            id: string | null;
            /**
             * @description Always true: it is the own brand of the brand set; else absent.
             * @constant
             */
            own?: true;
            /** @description Over all periods. */
            total: components["schemas"]["TrendNumbers"];
            /** @description Over the stretch of the same number of days before the first period. */
            previous: components["schemas"]["TrendNumbers"];
            /** @description One for each of `periods` of the answer, in order. */
            periods: components["schemas"]["TrendNumbers"][];
        };
        /** @description A video behind a number of a trend. */
        TrendVideo: {
            /** @description Id of the job. */
            job_id: string;
            /** @description Title of the video, or the name of its file; null if unknown. */
            title: string | null;
            /** @description Where it is from. */
            platform: string;
            /** @description Who published it; null if unknown. */
            channel: string | null;
            /** @description Address of the page of the channel; null if unknown. */
            channel_url: string | null;
            /**
             * Format: date-time
             * @description When it was published, or when its job was created where that is unknown.
             */
            dated_at: string;
            /** @description Whether `dated_at` is when it was published. */
            published: boolean;
            /** @description Length of the video in seconds. */
            duration_seconds: number;
            /** @description Number of times that the chosen brands are seen. */
            appearances: number;
            /** @description Seconds on screen of the chosen brands, added up. */
            seen_seconds: number;
            /** @description Equivalent seconds of the chosen brands. */
            equivalent_seconds: number;
            /** @description Number of times that they are said. */
            mentions: number;
            /** @description Whether a disclosure or a paid segment names one of them; null if the results don’t tell. */
            paid: boolean | null;
            /** @description Second of the moment that counts most; null if none of them is seen or said. */
            moment: number | null;
        };
        /** @description What brands come to over time. */
        Trends: {
            /**
             * @description Length of a period.
             * @enum {string}
             */
            by: "day" | "week" | "month";
            /**
             * @description What each series is about.
             * @enum {string}
             */
            group_by: "brand" | "channel" | "platform" | "follow";
            /** @description Time zone in which days begin. */
            time_zone: string;
            /**
             * Format: date
             * @description First day that counts, YYYY-MM-DD.
             */
            since: string;
            /**
             * Format: date
             * @description Last day that counts, YYYY-MM-DD.
             */
            until: string;
            /** @description Number of videos that count: completed, with `brands`, the newest analysis of each. */
            videos: number;
            /** @description How many of them have no known date of publication and count on the day on which their job was created. */
            videos_undated: number;
            /** @description All periods in order, also those without videos. */
            periods: components["schemas"]["TrendPeriod"][];
            /** @description Those with the most equivalent seconds first; the own brand of a set before them. */
            series: components["schemas"]["TrendSeries"][];
            left_out: components["schemas"]["TrendRest"];
        };
        /** @description A stretch of the video that was not looked at. */
        UnseenSpan: {
            /** @description When it begins, in seconds. */
            start: number;
            /** @description When it ends, in seconds. */
            end: number;
        };
        /** @description An uploaded file of a batch. */
        UploadRef: {
            /** @description `key` of a presigned upload whose file has arrived. */
            key: string;
            /** @description Name of the file, at most 255 characters; becomes the job's `video_title`. */
            filename: string;
            /** @description Length in seconds, for the estimate; the real one decides later. */
            duration_seconds?: number | null;
            /** @description Your own id for the job of this file, at most 200 characters; returned with the job and usable as a list filter. */
            external_id?: string | null;
        };
        /** @description The ledger of a period with its sums. */
        Usage: {
            /** @description Sums of the whole period, whatever page and `type` are requested. */
            summary: {
                /** @description The period that was asked for. */
                period: {
                    /**
                     * Format: date-time
                     * @description First moment of the period.
                     */
                    start: string;
                    /**
                     * Format: date-time
                     * @description Last moment of the period.
                     */
                    end: string;
                };
                /** @description Credits charged in the period, as a positive number. */
                credits_used: number;
                /** @description Credits bought in the period. */
                credits_purchased: number;
                /** @description Credits given back in the period. */
                credits_refunded: number;
                /** @description Credits granted in the period. */
                credits_granted: number;
                /** @description Number of jobs created in the period. */
                total_jobs: number;
            };
            /** @description Entries of the ledger, newest first. */
            transactions: components["schemas"]["Transaction"][];
        };
        /** @description The audience of a video and its price, as they counted. */
        VideoAudience: {
            /** @description Number of viewers that counts. */
            views: number;
            /** @description When the platform gave it; null if it is not from the platform. */
            read_at: string | null;
            /** @description Price of a thousand views, as a number of US dollars; null if none is known. */
            cpm_usd: number | null;
            /** @description Platform of the video, `upload` for a file. */
            platform: string | null;
            /**
             * @description `manual`: a person set it for this video. `platform`: the views that the platform gave last. `default`: the audience of the workspace for videos of which nothing is known. `given`: the number in the request.
             * @enum {string}
             */
            source: "manual" | "platform" | "default" | "given";
        };
        /** @description Which videos count. All given fields must hold. */
        VideoChoice: {
            /** @description Only videos with one of these tags, at most 20. */
            tags?: string[] | null;
            /** @description Only videos of one of these Follows, at most 50. */
            follow_ids?: string[] | null;
            /** @description Only videos that one of these published, by name regardless of case or by the address of its page, at most 100. */
            channels?: string[] | null;
            /** @description Only videos of one of these platforms, at most 20. */
            platforms?: string[] | null;
            /** @description Only videos of this day or later. The day of a video is when it was published; where that is unknown, when its job was created. */
            since?: string | null;
            /** @description Only videos of this day or earlier. */
            until?: string | null;
        };
        /** @description The picture of the video, upright as players show it. */
        VideoForm: {
            /** @description Width as shown, in pixels. */
            width: number;
            /** @description Height as shown, in pixels. */
            height: number;
            /** @description Average frames a second; null if unknown. */
            fps: number | null;
        };
        /** @description The views of a video at one time. */
        ViewsReading: {
            /**
             * Format: date-time
             * @description When the platform was asked.
             */
            read_at: string;
            /** @description Number of views that it gave then. */
            views: number;
        };
        /** @description What a webhook carries; `event` names its kind. */
        WebhookEvent: components["schemas"]["JobCompletedEvent"] | components["schemas"]["JobFailedEvent"] | components["schemas"]["JobCancelledEvent"] | components["schemas"]["JobHeldEvent"] | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["BatchPausedEvent"];
        /** @description The new secret. */
        WebhookSecret: {
            /** @description Secret that signs its webhooks, `whsec_…`. */
            webhook_secret: string;
            /**
             * Format: date-time
             * @description The time until which the previous secret signs too; absent if it is already invalid.
             */
            previous_webhook_secret_ends_at?: string;
        };
        /** @description A test, sent only when asked for; it belongs to no job and no batch. */
        WebhookTestEvent: {
            /**
             * @description What happened.
             * @constant
             */
            event: "webhook.test";
            /** @description Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised. */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
        };
        /** @description A workspace, as the operator sees it. */
        Workspace: {
            /** @description Id of the workspace, `ws_…`. */
            tenant_id: string;
            /** @description Name of the workspace. */
            name: string;
            /** @description E-mail address of the account. */
            email: string;
            /** @description Its plan. */
            plan: components["schemas"]["PlanName"];
            /** @description Whether payment is overdue. */
            past_due: boolean;
            /** @description Credits that can be spent now. */
            balance: number;
            /** @description When it was created, ISO 8601. */
            created_at: string;
        };
        /** @description A new workspace with its first key. */
        WorkspaceCreated: {
            /** @description Id of the workspace, `ws_…`. */
            tenant_id: string;
            /** @description The key, `rs_live_…`. It is shown only this once. */
            api_key: string;
            /** @description Secret that signs its webhooks, `whsec_…`. */
            webhook_secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type Actor = components['schemas']['Actor'];
export type AddCredits = components['schemas']['AddCredits'];
export type AddedAppearance = components['schemas']['AddedAppearance'];
export type AggregateResults = components['schemas']['AggregateResults'];
export type AskBrandSlots = components['schemas']['AskBrandSlots'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Backup = components['schemas']['Backup'];
export type BackupOverview = components['schemas']['BackupOverview'];
export type Batch = components['schemas']['Batch'];
export type BatchCancelled = components['schemas']['BatchCancelled'];
export type BatchCompletedEvent = components['schemas']['BatchCompletedEvent'];
export type BatchCreated = components['schemas']['BatchCreated'];
export type BatchDryRun = components['schemas']['BatchDryRun'];
export type BatchListItem = components['schemas']['BatchListItem'];
export type BatchPausedEvent = components['schemas']['BatchPausedEvent'];
export type BatchStatus = components['schemas']['BatchStatus'];
export type BestMoment = components['schemas']['BestMoment'];
export type BoundingBox = components['schemas']['BoundingBox'];
export type BrandAppearance = components['schemas']['BrandAppearance'];
export type BrandDetection = components['schemas']['BrandDetection'];
export type BrandDisclosure = components['schemas']['BrandDisclosure'];
export type BrandDisclosureSign = components['schemas']['BrandDisclosureSign'];
export type BrandRecount = components['schemas']['BrandRecount'];
export type BrandRecountState = components['schemas']['BrandRecountState'];
/** @description One brand, and where it appears. */
export interface BrandResult {
    /** @description Name of the brand. */
    name: string;
    /** @description Confidence, 0 to 1. */
    confidence: number;
    /** @description Number of `appearances`. */
    total_appearances: number;
    /** @description How long it is in view altogether, in seconds; absent if it is only heard. */
    total_visible_duration?: number;
    /** @description When it is first seen or said, in seconds. */
    first_seen: number;
    /** @description When it is last seen or said, in seconds. */
    last_seen: number;
    /** @description Each time it is seen or said, in order. */
    appearances: components["schemas"]["BrandAppearance"][];
    /** @description Every frame it was found on, in order of time. */
    frame_detections: components["schemas"]["BrandDetection"][];
    /** @description Whether the video says that the brand paid for it; absent on older results, and if there was neither a transcript nor metadata nor text on screen to tell. */
    disclosure?: components["schemas"]["BrandDisclosure"];
    /**
     * @description Always true: a person changed it; absent from what is as found.
     * @constant
     */
    corrected?: true;
}
export type BrandSet = components['schemas']['BrandSet'];
export type BrandSetEntry = components['schemas']['BrandSetEntry'];
export type BrandSlots = components['schemas']['BrandSlots'];
export type Campaign = components['schemas']['Campaign'];
export type CampaignEntry = components['schemas']['CampaignEntry'];
export type Capability = components['schemas']['Capability'];
export type ChangeBatch = components['schemas']['ChangeBatch'];
export type ChangeFollow = components['schemas']['ChangeFollow'];
export type ChangeJob = components['schemas']['ChangeJob'];
export type ChangeJobs = components['schemas']['ChangeJobs'];
export type ChangeNotifications = components['schemas']['ChangeNotifications'];
export type ChangeWorkspace = components['schemas']['ChangeWorkspace'];
export type Clip = components['schemas']['Clip'];
export type ClipRange = components['schemas']['ClipRange'];
export type ConfidenceSummary = components['schemas']['ConfidenceSummary'];
export type ConfirmAddress = components['schemas']['ConfirmAddress'];
export type CorrectedAppearance = components['schemas']['CorrectedAppearance'];
export type CorrectedSegment = components['schemas']['CorrectedSegment'];
export type Correction = components['schemas']['Correction'];
export type CorrectionKind = components['schemas']['CorrectionKind'];
export type CountedAudience = components['schemas']['CountedAudience'];
export type CreateBatch = components['schemas']['CreateBatch'];
export type CreateClip = components['schemas']['CreateClip'];
export type CreateCorrection = components['schemas']['CreateCorrection'];
export type CreateFollow = components['schemas']['CreateFollow'];
export type CreateJob = components['schemas']['CreateJob'];
export type CreateKey = components['schemas']['CreateKey'];
export type CreateReport = components['schemas']['CreateReport'];
export type CreateReportShare = components['schemas']['CreateReportShare'];
export type CreateRunner = components['schemas']['CreateRunner'];
export type CreateShare = components['schemas']['CreateShare'];
export type CreateWorkspace = components['schemas']['CreateWorkspace'];
export type Credits = components['schemas']['Credits'];
export type CreditsAdded = components['schemas']['CreditsAdded'];
export type Delivery = components['schemas']['Delivery'];
export type Disclosure = components['schemas']['Disclosure'];
export type EngineNames = components['schemas']['EngineNames'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Evaluation = components['schemas']['Evaluation'];
export type EvaluationScore = components['schemas']['EvaluationScore'];
export type Event = components['schemas']['Event'];
export type EventsPagination = components['schemas']['EventsPagination'];
export type Evidence = components['schemas']['Evidence'];
export type ExportFormat = components['schemas']['ExportFormat'];
export type Exposure = components['schemas']['Exposure'];
export type ExposureAsk = components['schemas']['ExposureAsk'];
export type ExposureBrand = components['schemas']['ExposureBrand'];
export type ExposureFormula = components['schemas']['ExposureFormula'];
export type ExposurePosition = components['schemas']['ExposurePosition'];
export type ExposureVideo = components['schemas']['ExposureVideo'];
export type ExposureWeights = components['schemas']['ExposureWeights'];
export type Follow = components['schemas']['Follow'];
export type FollowFilters = components['schemas']['FollowFilters'];
export type FollowRule = components['schemas']['FollowRule'];
export type FollowVideo = components['schemas']['FollowVideo'];
export type Job = components['schemas']['Job'];
export type JobCancelledEvent = components['schemas']['JobCancelledEvent'];
export type JobCompletedEvent = components['schemas']['JobCompletedEvent'];
export type JobDryRun = components['schemas']['JobDryRun'];
export type JobError = components['schemas']['JobError'];
export type JobFailedEvent = components['schemas']['JobFailedEvent'];
export type JobHeldEvent = components['schemas']['JobHeldEvent'];
export type JobHighlights = components['schemas']['JobHighlights'];
export type JobListItem = components['schemas']['JobListItem'];
export type JobStateEvent = components['schemas']['JobStateEvent'];
export type JobStatus = components['schemas']['JobStatus'];
export type JobViews = components['schemas']['JobViews'];
export type JobsChanged = components['schemas']['JobsChanged'];
export type KeyCreated = components['schemas']['KeyCreated'];
export type LeftOutVideo = components['schemas']['LeftOutVideo'];
export type LegibleSeconds = components['schemas']['LegibleSeconds'];
export type Limits = components['schemas']['Limits'];
export type MediaPrices = components['schemas']['MediaPrices'];
export type Meta = components['schemas']['Meta'];
/** @description Facts about the video and its file. */
export interface MetadataResult {
    /** @description Title of the video; null if unknown. */
    title: string | null;
    /** @description The author's description; null if unknown. */
    description: string | null;
    /** @description Who published it; null if unknown. */
    author: string | null;
    /** @description Address of the author's page; null if unknown. */
    author_url: string | null;
    /** @description When it was published, ISO 8601; null if unknown. */
    published_at: string | null;
    /** @description Length of the video in seconds; null if unknown. */
    duration_seconds: number | null;
    /** @description Address of a picture of the video; null if there is none. */
    thumbnail_url: string | null;
    /** @description Code of the language that the platform names, such as `en`; null if unknown. */
    language: string | null;
    /** @description The author's tags. */
    tags: string[];
    /** @description Categories on the platform. */
    categories: string[];
    /** @description Chapters, in order. */
    chapters: {
        /** @description When the chapter begins, in seconds. */
        start: number;
        /** @description When the chapter ends, in seconds. */
        end: number;
        /** @description Title of the chapter. */
        title: string;
    }[];
    /** @description Number of views at `fetched_at`; null if unknown. */
    view_count: number | null;
    /** @description Number of likes at `fetched_at`; null if unknown. */
    like_count: number | null;
    /** @description Number of comments at `fetched_at`; null if unknown. */
    comment_count: number | null;
    /** @description Whether the platform labels the video as containing paid promotion. Null if the platform did not tell; absent where it was not asked: unless the video is from YouTube and the operator has a key for its interface, and on results from before. */
    paid_promotion?: boolean | null;
    /** @description Width in pixels; null if unknown. */
    width: number | null;
    /** @description Height in pixels; null if unknown. */
    height: number | null;
    /** @description Frames a second; null if unknown. */
    fps: number | null;
    /** @description Format of the file, such as `mp4`; null if unknown. */
    container: string | null;
    /** @description Codec of the picture, such as `h264`; null if unknown or none. */
    video_codec: string | null;
    /** @description Codec of the sound, such as `aac`; null if unknown or none. */
    audio_codec: string | null;
    /** @description Tracks of sound in the file, at most 100. Absent on older results. */
    audio_tracks?: {
        /** @description What `audio_track` of a job names it by; streams are counted from 0. */
        index: number;
        /** @description Codec, such as `aac`. */
        codec: string;
        /** @description Number of channels; null if the file does not say. */
        channels: number | null;
        /** @description Code of its language; null if the file does not say. */
        language: string | null;
        /** @description Its name, such as `Commentary`; null if it has none. */
        title: string | null;
        /** @description Whether this is the track that the job heard. */
        heard: boolean;
    }[];
    /** @description Whether it has sound; null if unknown. */
    has_audio: boolean | null;
    /** @description Size of the file in bytes; null if unknown. */
    size_bytes: number | null;
    /** @description When these facts were read, ISO 8601. */
    fetched_at: string;
}
export type NewSegment = components['schemas']['NewSegment'];
export type NewerAnalysis = components['schemas']['NewerAnalysis'];
export type Notifications = components['schemas']['Notifications'];
export type ObjectAppearance = components['schemas']['ObjectAppearance'];
export type ObjectDetection = components['schemas']['ObjectDetection'];
/** @description One thing that was asked for, and where it is seen. */
export interface ObjectResult {
    /** @description The thing, as it was asked for. */
    name: string;
    /** @description The kind of object, such as `animal` or `vehicle`. */
    category: string;
    /** @description Confidence, 0 to 1. */
    confidence: number;
    /** @description Number of `appearances`. */
    total_appearances: number;
    /** @description How long it is in view altogether, in seconds. */
    total_visible_duration: number;
    /** @description When it is first seen, in seconds. */
    first_seen: number;
    /** @description When it is last seen, in seconds. */
    last_seen: number;
    /** @description Each time it is seen, in order. After a cut, it counts as a separate appearance. */
    appearances: components["schemas"]["ObjectAppearance"][];
    /** @description Every frame it was found on, in order of time. */
    frames: components["schemas"]["ObjectDetection"][];
    /**
     * @description Always true: a person changed it; absent from what is as found.
     * @constant
     */
    corrected?: true;
}
export type OnScreenText = components['schemas']['OnScreenText'];
export type Outline = components['schemas']['Outline'];
export type Pagination = components['schemas']['Pagination'];
export type PaidEvidence = components['schemas']['PaidEvidence'];
export type PaidExposure = components['schemas']['PaidExposure'];
export type PaidSegment = components['schemas']['PaidSegment'];
export type PlanName = components['schemas']['PlanName'];
export type PossibleBrand = components['schemas']['PossibleBrand'];
export type PossibleBrandAppearance = components['schemas']['PossibleBrandAppearance'];
export type Preset = components['schemas']['Preset'];
export type PresetEntry = components['schemas']['PresetEntry'];
export type PresignUpload = components['schemas']['PresignUpload'];
export type PresignedUpload = components['schemas']['PresignedUpload'];
export type PricesByPlatform = components['schemas']['PricesByPlatform'];
export type Progress = components['schemas']['Progress'];
/** @description The answer to one question. */
export interface QueryResult {
    /** @description The question, as asked. */
    query: string;
    /** @description The answer; empty if `answered` is false. */
    answer: string;
    /** @description Whether the video holds an answer. */
    answered: boolean;
    /**
     * @description `answered`; `not_found`: all of the video was looked through, and it does not say; `not_tested`: it may say, but no language model answered the question, or a part of the video could not be read. Absent from results of earlier versions.
     * @enum {string}
     */
    outcome?: "answered" | "not_found" | "not_tested";
    /** @description Confidence in the answer, 0 to 1. */
    confidence: number;
    /** @description The evidence for the answer. Each quote was checked. */
    evidence: components["schemas"]["Evidence"][];
}
export type Report = components['schemas']['Report'];
export type ReportCreated = components['schemas']['ReportCreated'];
export type ReportDetail = components['schemas']['ReportDetail'];
export type ReportError = components['schemas']['ReportError'];
export type ReportFile = components['schemas']['ReportFile'];
export type ReportFormat = components['schemas']['ReportFormat'];
export type ReportStatus = components['schemas']['ReportStatus'];
/** @description One key for each capability that was asked for. */
export interface Results {
    /** @description What is said, if asked for. */
    transcription?: components["schemas"]["TranscriptionResult"];
    /** @description What the video is about, if asked for. */
    summary?: components["schemas"]["SummaryResult"];
    /** @description Brands seen or heard, if asked for. */
    brands?: components["schemas"]["BrandResult"][];
    /** @description Facts about the video, if asked for. */
    metadata?: components["schemas"]["MetadataResult"];
    /** @description The things that were asked for and seen, if `objects` was. */
    objects?: components["schemas"]["ObjectResult"][];
    /** @description One answer to each question, in the same order, if `custom_query` was asked for. */
    query_results?: components["schemas"]["QueryResult"][];
    /** @description Brand appearances by confidence, if `brands` was asked for. */
    confidence_summary?: components["schemas"]["ConfidenceSummary"];
    /** @description Frames over the whole video, if `brands` or `objects` and proof were asked for. */
    storyboard?: components["schemas"]["Storyboard"];
    /** @description The shots of the video, in order and without gaps; absent on older results, and if no capability looked at frames. */
    shots?: components["schemas"]["Shot"][];
    /** @description Lines of text on screen in order of time, at most 2000, those that are on screen longest; with `brands` or `custom_query`. Absent on older results, and if no frame could be read. */
    on_screen_text?: components["schemas"]["OnScreenText"][];
    /** @description Where the video says or shows that it is paid for, in order of time, at most 100 and those that people added; with `brands`. Absent on older results, and if there was neither a transcript nor metadata nor text on screen to tell. */
    paid_segments?: components["schemas"]["PaidSegment"][];
    /** @description Where the video discloses that it is paid for, in order of time, at most 100; with `brands`. Empty means: no disclosure found. Absent where `paid_segments` is, and on results from before there were any. */
    disclosures?: components["schemas"]["Disclosure"][];
    /** @description Texts on screen that no brand of the results explains and that may be brands, the likeliest first, at most 20; with `brands`. They count nowhere else. Shown corrected, without those that people confirmed or dismissed. Absent on older results, and if no frame was read. */
    possible_brands?: components["schemas"]["PossibleBrand"][];
    /** @description How well the processing went. */
    meta: components["schemas"]["ResultsMeta"];
}
export type ResultsMeta = components['schemas']['ResultsMeta'];
export type Rollup = components['schemas']['Rollup'];
export type RotateWebhookSecret = components['schemas']['RotateWebhookSecret'];
export type RunFollow = components['schemas']['RunFollow'];
export type Runner = components['schemas']['Runner'];
export type RunnerCreated = components['schemas']['RunnerCreated'];
export type SaidExposure = components['schemas']['SaidExposure'];
export type Scope = components['schemas']['Scope'];
export type SearchHit = components['schemas']['SearchHit'];
export type SetAudience = components['schemas']['SetAudience'];
export type SetMediaPrices = components['schemas']['SetMediaPrices'];
export type SetPricesByPlatform = components['schemas']['SetPricesByPlatform'];
export type Share = components['schemas']['Share'];
export type ShareCreated = components['schemas']['ShareCreated'];
export type SharePart = components['schemas']['SharePart'];
export type Shot = components['schemas']['Shot'];
export type StoredAppearance = components['schemas']['StoredAppearance'];
export type StoredCorrectionKind = components['schemas']['StoredCorrectionKind'];
export type Storyboard = components['schemas']['Storyboard'];
/** @description What the video is about. */
export interface SummaryResult {
    /** @description The summary, in sentences. */
    text: string;
    /** @description What the video is about, in a few words each. */
    key_topics: string[];
}
export type SurfaceExposure = components['schemas']['SurfaceExposure'];
export type Transaction = components['schemas']['Transaction'];
export type TranscriptSegment = components['schemas']['TranscriptSegment'];
export type TranscriptWord = components['schemas']['TranscriptWord'];
/** @description What is said in the video. */
export interface TranscriptionResult {
    /** @description All that is said; empty if nothing is. */
    text: string;
    /** @description The same with times, in order. */
    segments: components["schemas"]["TranscriptSegment"][];
    /** @description Code of the detected language, such as `en`; your hint if none could be detected, `und` if unknown, empty if there is no speech. */
    language: string;
    /** @description Length of the video in seconds. */
    duration_seconds: number;
    /** @description Number of words in `text`. */
    word_count: number;
    /** @description Number of speakers; absent if speakers were not distinguished. */
    speakers_detected?: number;
}
export type TrendNumbers = components['schemas']['TrendNumbers'];
export type TrendPeriod = components['schemas']['TrendPeriod'];
export type TrendRest = components['schemas']['TrendRest'];
export type TrendSeries = components['schemas']['TrendSeries'];
export type TrendVideo = components['schemas']['TrendVideo'];
export type Trends = components['schemas']['Trends'];
export type UnseenSpan = components['schemas']['UnseenSpan'];
export type UploadRef = components['schemas']['UploadRef'];
export type Usage = components['schemas']['Usage'];
export type VideoAudience = components['schemas']['VideoAudience'];
export type VideoChoice = components['schemas']['VideoChoice'];
export type VideoForm = components['schemas']['VideoForm'];
export type ViewsReading = components['schemas']['ViewsReading'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceCreated = components['schemas']['WorkspaceCreated'];
export type $defs = Record<string, never>;
export interface operations {
    listJobs: {
        parameters: {
            query?: {
                /** @description Only jobs in this state. */
                status?: components["schemas"]["JobStatus"];
                /** @description Only jobs of this Follow, or `any` for those of every Follow. */
                follow_id?: string;
                /** @description Only jobs created with this `external_id`. */
                external_id?: string;
                /** @description Only jobs with this tag. */
                tag?: string;
                /** @description Only jobs created after this moment, ISO 8601. */
                created_after?: string;
                /** @description Only jobs created before this moment, ISO 8601. */
                created_before?: string;
                /** @description Only jobs that changed in any way after this moment, ISO 8601. */
                updated_after?: string;
                /** @description Jobs on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body if nothing changed. With `Prefer: wait=N` any change ends the wait. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Changes with the state. */
                    ETag?: string;
                    /** @description `private, no-cache`: ask with `If-None-Match` before using a copy. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["JobListItem"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Nothing changed since the answer whose `ETag` was given. */
            304: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Changes with the state. */
                    ETag?: string;
                    /** @description `private, no-cache`: ask with `If-None-Match` before using a copy. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240): answer as soon as it is final or waits for credits, or after N seconds, at most 30 unless the operator set another limit. */
                Prefer?: string;
                /** @description Makes the call safe to repeat: calls with the same key within 48 hours create one resource, and the later calls answer 200 with it. 1 to 255 printable ASCII characters; use a new UUID for each thing you want to create. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJob"];
            };
        };
        responses: {
            /** @description A dry run, or the job that an earlier call with this Idempotency-Key created. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting. */
                    "Preference-Applied"?: string;
                    /** @description `true` if an earlier call with this key created it; absent on a dry run. */
                    "Idempotency-Replayed"?: string;
                    /** @description Path of the job; absent on a dry run. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["JobDryRun"] | components["schemas"]["Job"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The job was created. The body is its current state, with its results if it was completed during the wait. */
            202: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting. */
                    "Preference-Applied"?: string;
                    /** @description Seconds to wait before the first poll. */
                    "Retry-After"?: number;
                    /** @description Path of the job; absent on a dry run. */
                    Location?: string;
                    /** @description Always `true`: no person looks at the video. */
                    "X-Automated-Processing"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Job"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SUBSCRIPTION_PAST_DUE`: The subscription payment is overdue.
             *
             *     `INSUFFICIENT_CREDITS`: The credit balance is empty. Add credits and try again.
             */
            402: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             *
             *     `VIDEO_TOO_LONG`: The video is longer than the plan allows.
             *
             *     `PLATFORM_UNAVAILABLE`: The video platform cannot be reached at the moment.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests for this plan. Try again later.
             *
             *     `PLATFORM_RATE_LIMITED`: The video platform is limiting requests. Try again in a few minutes.
             *
             *     `TOO_MANY_PENDING_JOBS`: Too many jobs of this workspace are waiting. Wait until some have ended, or cancel some.
             *
             *     `CONCURRENT_LIMIT_REACHED`: Too many jobs are processing at the same time.
             */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly.
             *
             *     `LOW_DISK`: The service is short of disk space and accepts no new work for now. Try again later.
             */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description How much of the results of a completed job is read. `full`: all. `without_frames`: all but the detections of each frame, by far the most of a long video: `frame_detections` of brands and `frames` of objects are empty lists. `none`: the job without `results`. Default `full`. */
                results?: "full" | "without_frames" | "none";
                /** @description Whether brands, objects and paid segments are shown as people corrected them. Default false: as found. */
                corrected?: "true" | "false";
            };
            header?: {
                /** @description `wait=N` (RFC 7240): answer as soon as it is final or waits for credits, or after N seconds, at most 30 unless the operator set another limit. */
                Prefer?: string;
                /** @description The `ETag` of an earlier answer: 304 without a body if nothing changed. With `Prefer: wait=N` any change ends the wait. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Changes with the state. */
                    ETag?: string;
                    /** @description `private, no-cache`: ask with `If-None-Match` before using a copy. */
                    "Cache-Control"?: string;
                    /** @description `wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting. */
                    "Preference-Applied"?: string;
                    /** @description Seconds until another read makes sense; absent if nothing will change. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Job"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Nothing changed since the answer whose `ETag` was given. */
            304: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Changes with the state. */
                    ETag?: string;
                    /** @description `private, no-cache`: ask with `If-None-Match` before using a copy. */
                    "Cache-Control"?: string;
                    /** @description `wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting. */
                    "Preference-Applied"?: string;
                    /** @description Seconds until another read makes sense; absent if nothing will change. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_DELETABLE`: Only a finished job can be deleted. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeJob"];
            };
        };
        responses: {
            /** @description The job, without its results. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Job"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled job. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Job"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_CANCELLABLE`: The job cannot be cancelled. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJobShots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description What lies between two borders of scenes, in order; empty if no frames were analysed or the media is no longer kept. */
                            shots: {
                                /** @description When the shot begins, in seconds. */
                                start: number;
                                /** @description When the shot ends, in seconds. */
                                end: number;
                                /**
                                 * @description How it begins. `cut`: from one frame to the next; `part_cut`: the same in one tile of a split screen; `dissolve`: the scene before and this one are seen through each other, it begins where half of it is seen; `fade`: through black or white, it begins in their middle. Absent for the first shot, and on older results.
                                 * @enum {string}
                                 */
                                transition?: "cut" | "part_cut" | "dissolve" | "fade";
                                /** @description With `part_cut`: the tile that changes. */
                                part?: components["schemas"]["BoundingBox"];
                            }[];
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `JOB_NOT_FOUND`: There is no such job in this workspace.
             *
             *     `NOT_FOUND`: There is nothing at this address.
             */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The range lies outside the file. */
            416: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeJobs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: calls with the same key within 48 hours create one resource, and the later calls answer 200 with it. 1 to 255 printable ASCII characters; use a new UUID for each thing you want to create. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeJobs"];
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["JobsChanged"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_CREDITS`: The credit balance is empty. Add credits and try again.
             *
             *     `SUBSCRIPTION_PAST_DUE`: The subscription payment is overdue.
             */
            402: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly.
             *
             *     `LOW_DISK`: The service is short of disk space and accepts no new work for now. Try again later.
             */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Only batches in this state. */
                status?: components["schemas"]["BatchStatus"];
                /** @description Batches on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["BatchListItem"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: calls with the same key within 48 hours create one resource, and the later calls answer 200 with it. 1 to 255 printable ASCII characters; use a new UUID for each thing you want to create. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBatch"];
            };
        };
        responses: {
            /** @description A dry run, or the batch that an earlier call with this Idempotency-Key created. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `true` if an earlier call with this key created it; absent on a dry run. */
                    "Idempotency-Replayed"?: string;
                    /** @description Path of the batch; absent on a dry run. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BatchDryRun"] | components["schemas"]["BatchCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The batch was created. */
            202: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds to wait before the first poll. */
                    "Retry-After"?: number;
                    /** @description Path of the batch; absent on a dry run. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BatchCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SUBSCRIPTION_PAST_DUE`: The subscription payment is overdue.
             *
             *     `INSUFFICIENT_CREDITS`: The credit balance is empty. Add credits and try again.
             *
             *     `BUDGET_EXCEEDED`: The estimate exceeds max_credits.
             */
            402: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             *
             *     `BATCH_NOT_ALLOWED`: Batches are not available on this plan.
             *
             *     `TARGET_REQUIRED`: On this plan, brand detection needs a target, which a batch cannot have.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             *
             *     `VIDEO_TOO_LONG`: The video is longer than the plan allows.
             *
             *     `PLATFORM_UNAVAILABLE`: The video platform cannot be reached at the moment.
             *
             *     `TOO_MANY_URLS`: More videos than the plan allows in a batch.
             *
             *     `TOO_MANY_AGGREGATE_QUERIES`: More aggregate queries than the plan allows.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests for this plan. Try again later.
             *
             *     `PLATFORM_RATE_LIMITED`: The video platform is limiting requests. Try again in a few minutes.
             *
             *     `TOO_MANY_PENDING_JOBS`: Too many jobs of this workspace are waiting. Wait until some have ended, or cancel some.
             */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly.
             *
             *     `LOW_DISK`: The service is short of disk space and accepts no new work for now. Try again later.
             */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Whether `brands` of `aggregate_results` are shown as people corrected them. Default false: as found. */
                corrected?: "true" | "false";
            };
            header?: {
                /** @description `wait=N` (RFC 7240): answer as soon as it is final or waits for credits, or after N seconds, at most 30 unless the operator set another limit. */
                Prefer?: string;
                /** @description The `ETag` of an earlier answer: 304 without a body if nothing changed. With `Prefer: wait=N` any change ends the wait. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the batch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Changes with the state. */
                    ETag?: string;
                    /** @description `private, no-cache`: ask with `If-None-Match` before using a copy. */
                    "Cache-Control"?: string;
                    /** @description `wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting. */
                    "Preference-Applied"?: string;
                    /** @description Seconds until another read makes sense; absent if nothing will change. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Batch"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Nothing changed since the answer whose `ETag` was given. */
            304: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Changes with the state. */
                    ETag?: string;
                    /** @description `private, no-cache`: ask with `If-None-Match` before using a copy. */
                    "Cache-Control"?: string;
                    /** @description `wait=N` if the call was ready to wait that many seconds; absent if it was not, because too many calls are already waiting. */
                    "Preference-Applied"?: string;
                    /** @description Seconds until another read makes sense; absent if nothing will change. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBatch"];
            };
        };
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Batch"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listNewerAnalyses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["NewerAnalysis"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled batch. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BatchCancelled"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_CANCELLABLE`: The batch is already completed or failed. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportJob: {
        parameters: {
            query?: {
                /** @description Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two. */
                name?: string | string[];
                /** @description Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all. */
                min_confidence?: number;
                /** @description For `srt` and `vtt`: longest line in characters, 10 to 200; Chinese, Japanese and Korean characters count twice. Default 42. */
                max_line_chars?: number;
                /** @description For `srt` and `vtt`: lines of a subtitle, 1 to 4. Default 2. */
                max_lines?: number;
                /** @description For `otio`, `edl`, `cvat` and `label-studio`: frames a second. Default: the video's own; for `edl` and `otio` the nearest of these rates. */
                frame_rate?: "24" | "25" | "30" | "48" | "50" | "60" | "23.976" | "29.97" | "47.952" | "59.94";
                /** @description For `edl`: timecode at which the timeline begins, `hours:minutes:seconds:frames`. Default `00:00:00:00`. */
                start_timecode?: string;
                /** @description For `coco`, `cvat` and `label-studio`: size of the frames in pixels, as `1920x1080`. Default: the size of the video as shown. */
                frame_size?: string;
                /** @description For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false. */
                bom?: "true" | "false";
                /** @description Whether brands, objects and paid segments are written as people corrected them, or as found. Default true. */
                corrected?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
                /** @description One of `srt`, `vtt`, `txt`, `csv`, `shots.csv`, `on-screen-text.csv`, `paid-segments.csv`, `disclosures.csv`, `jsonl`, `otio`, `edl`, `coco`, `cvat`, `label-studio`, `storyboard.vtt`. */
                format: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `attachment` with a file name made from the title of the video. */
                    "Content-Disposition"?: string;
                    /** @description Changes when the file changes; send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The file is still the one of `If-None-Match`. */
            304: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `JOB_NOT_FOUND`: There is no such job in this workspace.
             *
             *     `NOT_FOUND`: There is nothing at this address.
             */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             *
             *     `VALIDATION_FAILED`: The request is not valid.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProofFrames: {
        parameters: {
            query?: {
                /** @description Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two. */
                name?: string | string[];
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `attachment` with a file name made from the title of the video. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             *
             *     `VALIDATION_FAILED`: The request is not valid.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportMany: {
        parameters: {
            query: {
                /** @description Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two. */
                name?: string | string[];
                /** @description Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all. */
                min_confidence?: number;
                /** @description For `srt` and `vtt`: longest line in characters, 10 to 200; Chinese, Japanese and Korean characters count twice. Default 42. */
                max_line_chars?: number;
                /** @description For `srt` and `vtt`: lines of a subtitle, 1 to 4. Default 2. */
                max_lines?: number;
                /** @description For `otio`, `edl`, `cvat` and `label-studio`: frames a second. Default: the video's own; for `edl` and `otio` the nearest of these rates. */
                frame_rate?: "24" | "25" | "30" | "48" | "50" | "60" | "23.976" | "29.97" | "47.952" | "59.94";
                /** @description For `edl`: timecode at which the timeline begins, `hours:minutes:seconds:frames`. Default `00:00:00:00`. */
                start_timecode?: string;
                /** @description For `coco`, `cvat` and `label-studio`: size of the frames in pixels, as `1920x1080`. Default: the size of the video as shown. */
                frame_size?: string;
                /** @description For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false. */
                bom?: "true" | "false";
                /** @description Whether brands, objects and paid segments are written as people corrected them, or as found. Default true. */
                corrected?: "true" | "false";
                /** @description The jobs, 1 to 200, separated by commas or repeated; repeats count once. */
                job_ids: string | string[];
                /** @description The formats of each job, separated by commas or repeated. */
                formats: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `attachment` with a file name made from the title of the video. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportBatch: {
        parameters: {
            query?: {
                /** @description Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two. */
                name?: string | string[];
                /** @description Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all. */
                min_confidence?: number;
                /** @description For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false. */
                bom?: "true" | "false";
                /** @description Whether brands, objects and paid segments are written as people corrected them, or as found. Default true. */
                corrected?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the batch. */
                id: string;
                /** @description One of `csv`, `shots.csv`, `on-screen-text.csv`, `paid-segments.csv`, `disclosures.csv`, `jsonl`. */
                format: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `attachment` with a file name made from the title of the video. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `BATCH_NOT_FOUND`: There is no such batch in this workspace.
             *
             *     `NOT_FOUND`: There is nothing at this address.
             */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             *
             *     `VALIDATION_FAILED`: The request is not valid.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Reports on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Report"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReport"];
            };
        };
        responses: {
            /** @description It is being made. */
            202: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["ReportCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `JOB_NOT_FOUND`: There is no such job in this workspace.
             *
             *     `BATCH_NOT_FOUND`: There is no such batch in this workspace.
             *
             *     `NOT_FOUND`: There is nothing at this address.
             */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly.
             *
             *     `LOW_DISK`: The service is short of disk space and accepts no new work for now. Try again later.
             */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Report"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                id: string;
                /** @description One of `html`, `pdf`, `csv`, `json`. */
                format: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `attachment` with a file name made from the title of the report. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCorrections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Correction"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCorrection"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Correction"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    evaluateCorrections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Evaluation"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
                /** @description Id of the correction. */
                correction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Undone. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `JOB_NOT_FOUND`: There is no such job in this workspace.
             *
             *     `NOT_FOUND`: There is nothing at this address.
             */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listJobClips: {
        parameters: {
            query?: {
                /** @description Clips on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clips. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Clip"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createClip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClip"];
            };
        };
        responses: {
            /** @description It will be made, or is there already. */
            202: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Clip"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `JOB_NOT_COMPLETED`: Only a completed job can be exported.
             *
             *     `MEDIA_GONE`: The video of this job is no longer held. Upload and analyse it again to make clips of it.
             */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly.
             *
             *     `LOW_DISK`: The service is short of disk space and accepts no new work for now. Try again later.
             */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getClip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the clip. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Clip"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteClip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the clip. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getClipFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the clip. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CLIP_NOT_READY`: The clip is not ready. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The range lies outside the file. */
            416: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJobExposure: {
        parameters: {
            query?: {
                /** @description Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others. Repeat it, or separate several with commas; each has at most 200 characters, and a name with a comma of its own counts as two. */
                brands?: string | string[];
                /** @description Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none. */
                min_confidence?: number;
                /** @description Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000. Absent: with `audience`, the prices of the workspace. */
                cpm_usd?: number;
                /** @description Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last. */
                audience?: number | "views";
                /** @description Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06. */
                full_size?: number;
                /** @description What a box in a corner loses, 0 to 1. Default 0.4. */
                edge_loss?: number;
                /** @description How much other brands in view at the same time take away, 0 to 2. Default 0.5. */
                clutter?: number;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exposure. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Exposure"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             *
             *     `VALIDATION_FAILED`: The request is not valid.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBatchExposure: {
        parameters: {
            query?: {
                /** @description Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others. Repeat it, or separate several with commas; each has at most 200 characters, and a name with a comma of its own counts as two. */
                brands?: string | string[];
                /** @description Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none. */
                min_confidence?: number;
                /** @description Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000. Absent: with `audience`, the prices of the workspace. */
                cpm_usd?: number;
                /** @description Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last. */
                audience?: number | "views";
                /** @description Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06. */
                full_size?: number;
                /** @description What a box in a corner loses, 0 to 1. Default 0.4. */
                edge_loss?: number;
                /** @description How much other brands in view at the same time take away, 0 to 2. Default 0.5. */
                clutter?: number;
            };
            header?: never;
            path: {
                /** @description Id of the batch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exposure. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Exposure"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             *
             *     `VALIDATION_FAILED`: The request is not valid.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    computeExposure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExposureAsk"];
            };
        };
        responses: {
            /** @description The exposure. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Exposure"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `EXPORT_UNAVAILABLE`: The results do not contain what this format needs.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTrends: {
        parameters: {
            query?: {
                /** @description Length of a period; weeks begin on Monday. Default `week`. */
                by?: "day" | "week" | "month";
                /** @description Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too. */
                campaign_id?: string;
                /** @description Only videos with this tag; repeat it for several, one of which must fit. */
                tag?: string | string[];
                /** @description Only videos of this Follow; repeat it for several. */
                follow_id?: string | string[];
                /** @description Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several. */
                channel?: string | string[];
                /** @description Only videos of this platform; repeat it for several. */
                platform?: string | string[];
                /** @description First day. */
                since?: string;
                /** @description Last day. */
                until?: string;
                /** @description Time zone in which days begin, a name of the IANA database. Default `UTC`. */
                time_zone?: string;
                /** @description Only the brands of this set, `set_…`, the own brand first. */
                brand_set_id?: string;
                /** @description Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands. */
                brands?: string | string[];
                /** @description What each series is about. By channel, platform or Follow, the numbers are those of the chosen brands together, or of all. Default `brand`. */
                group_by?: "brand" | "channel" | "platform" | "follow";
                /** @description Number of series, those with the most equivalent seconds first, 1 to 50; the others are one sum. Default 12. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trends. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Trends"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTrendsFile: {
        parameters: {
            query?: {
                /** @description Length of a period; weeks begin on Monday. Default `week`. */
                by?: "day" | "week" | "month";
                /** @description Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too. */
                campaign_id?: string;
                /** @description Only videos with this tag; repeat it for several, one of which must fit. */
                tag?: string | string[];
                /** @description Only videos of this Follow; repeat it for several. */
                follow_id?: string | string[];
                /** @description Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several. */
                channel?: string | string[];
                /** @description Only videos of this platform; repeat it for several. */
                platform?: string | string[];
                /** @description First day. */
                since?: string;
                /** @description Last day. */
                until?: string;
                /** @description Time zone in which days begin, a name of the IANA database. Default `UTC`. */
                time_zone?: string;
                /** @description Only the brands of this set, `set_…`, the own brand first. */
                brand_set_id?: string;
                /** @description Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands. */
                brands?: string | string[];
                /** @description What each series is about. By channel, platform or Follow, the numbers are those of the chosen brands together, or of all. Default `brand`. */
                group_by?: "brand" | "channel" | "platform" | "follow";
                /** @description Number of series, those with the most equivalent seconds first, 1 to 50; the others are one sum. Default 12. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description `attachment` with a file name. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTrendVideos: {
        parameters: {
            query?: {
                /** @description Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too. */
                campaign_id?: string;
                /** @description Only videos with this tag; repeat it for several, one of which must fit. */
                tag?: string | string[];
                /** @description Only videos of this Follow; repeat it for several. */
                follow_id?: string | string[];
                /** @description Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several. */
                channel?: string | string[];
                /** @description Only videos of this platform; repeat it for several. */
                platform?: string | string[];
                /** @description First day. */
                since?: string;
                /** @description Last day. */
                until?: string;
                /** @description Time zone in which days begin, a name of the IANA database. Default `UTC`. */
                time_zone?: string;
                /** @description Only the brands of this set, `set_…`, the own brand first. */
                brand_set_id?: string;
                /** @description Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands. */
                brands?: string | string[];
                /** @description Videos on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of videos. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["TrendVideo"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Campaign"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignEntry"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Campaign"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Campaign"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignEntry"];
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Campaign"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBrandSets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandSet"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createBrandSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandSetEntry"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandSet"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBrandSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand set. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandSet"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeBrandSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand set. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandSetEntry"];
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandSet"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteBrandSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand set. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJobViews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["JobViews"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setJobAudience: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAudience"];
            };
        };
        responses: {
            /** @description The views, with what counts now. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["JobViews"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMediaPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["MediaPrices"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setMediaPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetMediaPrices"];
            };
        };
        responses: {
            /** @description The prices as they are now. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["MediaPrices"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position: `next_cursor` of a page, or the `id` of an event of a stream. Default: a list begins with the oldest event that is kept, a stream with the next one. */
                after?: string;
                /** @description Events on a page, 1 to 100. Default 20. Streams have no pages. */
                limit?: number;
            };
            header?: {
                /** @description On a stream: continue after the event with this `id`, as `after` does; it overrides `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or the stream. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Event"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                        /** @description Where to read on. */
                        pagination: components["schemas"]["EventsPagination"];
                    };
                    "text/event-stream": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `EVENTS_GONE`: Events after this position are no longer kept. Read the jobs again, then continue without a position. */
            410: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listJobEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position: `next_cursor` of a page, or the `id` of an event of a stream. Default: a list begins with the oldest event that is kept, a stream with the next one. */
                after?: string;
                /** @description Events on a page, 1 to 100. Default 20. Streams have no pages. */
                limit?: number;
            };
            header?: {
                /** @description On a stream: continue after the event with this `id`, as `after` does; it overrides `after`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or the stream. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Event"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                        /** @description Where to read on. */
                        pagination: components["schemas"]["EventsPagination"];
                    };
                    "text/event-stream": string;
                };
            };
            /** @description The job is final and the stream was read to its end. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `EVENTS_GONE`: Events after this position are no longer kept. Read the jobs again, then continue without a position. */
            410: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description What to look for, 1 to 200 characters. All words must occur in a passage; other endings and near spellings count too, exact words come first. Words in quotes are a phrase; `-word` leaves out passages with that word. */
                q: string;
                /** @description Where to look, separated by commas: what is said (`speech`), written on the screen (`text`), `brand`, `object`, the `title` of the video, and `answer` for answers to questions. Absent: everywhere. */
                kinds?: string;
                /** @description Only moments at which this brand is seen or said, regardless of case, accents and punctuation. */
                brand?: string;
                /** @description Only moments at which this object is seen, regardless of case, accents and punctuation. */
                object?: string;
                /** @description Only what this speaker of a video says, counted from 1. */
                speaker?: number;
                /** @description Only this job. */
                job_id?: string;
                /** @description Only jobs of this batch. */
                batch_id?: string;
                /** @description Only jobs created at this moment or later, ISO 8601. */
                since?: string;
                /** @description Only jobs created before this moment, ISO 8601. */
                until?: string;
                /** @description Results on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of passages. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["SearchHit"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                        /** @description Whether moments that mean what is looked for in other words follow those that have its words, on this page or a later one. False without an embedding model, while it does not answer, and where all of `q` is in quotes or to be left out. */
                        meaning: boolean;
                        /**
                         * @description Present if there is an embedding model that does not answer now.
                         * @constant
                         */
                        meaning_out?: true;
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `JOB_NOT_FOUND`: There is no such job in this workspace.
             *
             *     `BATCH_NOT_FOUND`: There is no such batch in this workspace.
             */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    presignUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresignUpload"];
            };
        };
        responses: {
            /** @description Where to put the file. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PresignedUpload"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests for this plan. Try again later.
             *
             *     `UPLOAD_QUOTA_EXCEEDED`: This workspace has too many uploads. Use them in jobs, delete jobs whose uploads are no longer needed, or wait until they expire.
             */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly.
             *
             *     `LOW_DISK`: The service is short of disk space and accepts no new work for now. Try again later.
             */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFrame: {
        parameters: {
            query?: {
                /** @description Width in pixels of the picture that is answered; a frame that is narrower stays as it is. Without it the frame is answered as it is kept. */
                width?: "160" | "320" | "640";
                /** @description The part of the frame to show, as a `bounding_box` has it: `x,y,width,height`, each as a share of the frame from 0 to 1 with up to four decimals. `width` is 320 then, unless it is given. */
                crop?: string;
            };
            header?: never;
            path: {
                /** @description Rest of the path, with unencoded slashes. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JPEG. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The client may cache it forever; shared caches must not store it. */
                    "Cache-Control"?: string;
                    /** @description Send it as `If-None-Match` to be spared a picture one has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description The picture is still the one of `If-None-Match`. */
            304: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Account"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First moment, ISO 8601. Default: the start of the current month (UTC). */
                start_date?: string;
                /** @description Last moment, ISO 8601. Default: now. */
                end_date?: string;
                /** @description Only entries of this type. */
                type?: "charge" | "purchase" | "refund" | "grant" | "forfeit";
                /** @description Entries on a page, 1 to 100. Default 50. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the ledger. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Usage"];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All workspaces. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Workspace"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminCreateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["WorkspaceCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminDeleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminChangeWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWorkspace"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Workspace"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminAddCredits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddCredits"];
            };
        };
        responses: {
            /** @description Entered. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["CreditsAdded"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminCreateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["KeyCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Id of the key, `key_…`. */
                            key_id: string;
                            /** @description What the key is for. */
                            name: string;
                            /** @description What it may do. */
                            scopes: components["schemas"]["Scope"][];
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            created_at: string;
                            /** @description Name at that time of whoever created it; null if unknown. */
                            created_by: components["schemas"]["Actor"] | null;
                            /** @description When it was last used, to within ten minutes; null if it has not been used since this is recorded. */
                            last_used_at: string | null;
                            /** @description When it was revoked; null while it works. */
                            revoked_at: string | null;
                        }[];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminRevokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description Rotated. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["WebhookSecret"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only events of this kind. */
                event?: "job.completed" | "job.failed" | "job.cancelled" | "job.held" | "batch.completed" | "batch.paused" | "webhook.test";
                /** @description Only deliveries in this state. */
                status?: "pending" | "delivered" | "exhausted";
                /** @description Only events of this job, `job_…`. */
                job_id?: string;
                /** @description Deliveries on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Delivery"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListDeliveries: {
        parameters: {
            query?: {
                /** @description Only events of this kind. */
                event?: "job.completed" | "job.failed" | "job.cancelled" | "job.held" | "batch.completed" | "batch.paused" | "webhook.test";
                /** @description Only deliveries in this state. */
                status?: "pending" | "delivered" | "exhausted";
                /** @description Only events of this job, `job_…`. */
                job_id?: string;
                /** @description Deliveries on a page, 1 to 100. Default 20. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Delivery"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Delivery"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminReplayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Delivery"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description HTTPS address of a public host the event is sent to.
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Delivery"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFollows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createFollow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFollow"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `FOLLOW_LIMIT_REACHED`: The plan allows no more Follows. Delete one, or change the plan.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListFollows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminCreateFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFollow"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `FOLLOW_LIMIT_REACHED`: The plan allows no more Follows. Delete one, or change the plan.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeFollow"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: The plan does not include this feature.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminGetFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminDeleteFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminChangeFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeFollow"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `MODE_NOT_ALLOWED`: The plan does not include this feature.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewFollow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Link of a channel, creator, playlist, search or feed on YouTube, TikTok or Instagram. */
                    source: string;
                    /** @description Which new videos would be taken. Absent: all. */
                    filters?: components["schemas"]["FollowFilters"] | null;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Where it is: `youtube`, `tiktok`, `instagram`, or `direct` for a feed. */
                            platform: string;
                            /** @description What would be watched: `channel`, `playlist`, `search` or `feed`. */
                            kind: string;
                            /** @description Its title on the platform; null if unknown. */
                            title: string | null;
                            /** @description The newest videos, newest first. */
                            videos: {
                                /** @description Id of the video on its platform. */
                                video_id: string;
                                /** @description Link of the video; null if unknown. */
                                url: string | null;
                                /** @description Its title; null if unknown. */
                                title: string | null;
                                /** @description Length in seconds; null if unknown. */
                                duration_seconds: number | null;
                                /** @description When it was published; null if unknown. */
                                published_at: string | null;
                                /** @description Why a filter would exclude it; null if it would be taken. */
                                refused: string | null;
                            }[];
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or on an unsupported platform.
             *
             *     `PLATFORM_UNAVAILABLE`: The video platform cannot be reached at the moment.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests for this plan. Try again later.
             *
             *     `PLATFORM_RATE_LIMITED`: The video platform is limiting requests. Try again in a few minutes.
             */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunFollow"];
            };
        };
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminRunFollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunFollow"];
            };
        };
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Follow"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFollowVideos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["FollowVideo"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListFollowVideos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the Follow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["FollowVideo"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBrands: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Id of the brand, `brand_…`. */
                            brand_id: string;
                            /** @description Its name. */
                            name: string;
                            /** @description Other names of it. */
                            aliases: string[];
                            /** @description Words that show that the brand is meant. */
                            support: string[];
                            /** @description Words that show that something else is meant. */
                            unless: string[];
                            /** @description Whether it is left out of every analysis. */
                            exclude: boolean;
                            /** @description Pictures of its logos, at most 10. */
                            logos: {
                                /** @description Id of the picture, `logo_…`. */
                                logo_id: string;
                                /** @description Width in pixels. */
                                width: number;
                                /** @description Height in pixels. */
                                height: number;
                                /** @description Path of the picture, `/v1/brands/…`, which takes the same key. */
                                path: string;
                                /**
                                 * @description Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video.
                                 * @constant
                                 */
                                plain?: true;
                            }[];
                            /**
                             * Format: date-time
                             * @description When the entry last changed.
                             */
                            updated_at: string;
                        }[];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createBrand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the brand, at most 100 characters. */
                    name: string;
                    /** @description Other names of it, at most 50. Absent: none. */
                    aliases?: string[];
                    /** @description Words that, beside an everyday name, show that the brand is meant; at most 50. */
                    support?: string[];
                    /** @description Words that, beside the name, show that something else is meant; at most 50. */
                    unless?: string[];
                    /** @description Leaves the name out of every analysis. Default false. */
                    exclude?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Id of the brand, `brand_…`. */
                            brand_id: string;
                            /** @description Its name. */
                            name: string;
                            /** @description Other names of it. */
                            aliases: string[];
                            /** @description Words that show that the brand is meant. */
                            support: string[];
                            /** @description Words that show that something else is meant. */
                            unless: string[];
                            /** @description Whether it is left out of every analysis. */
                            exclude: boolean;
                            /** @description Pictures of its logos, at most 10. */
                            logos: {
                                /** @description Id of the picture, `logo_…`. */
                                logo_id: string;
                                /** @description Width in pixels. */
                                width: number;
                                /** @description Height in pixels. */
                                height: number;
                                /** @description Path of the picture, `/v1/brands/…`, which takes the same key. */
                                path: string;
                                /**
                                 * @description Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video.
                                 * @constant
                                 */
                                plain?: true;
                            }[];
                            /**
                             * Format: date-time
                             * @description When the entry last changed.
                             */
                            updated_at: string;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Id of the brand, `brand_…`. */
                            brand_id: string;
                            /** @description Its name. */
                            name: string;
                            /** @description Other names of it. */
                            aliases: string[];
                            /** @description Words that show that the brand is meant. */
                            support: string[];
                            /** @description Words that show that something else is meant. */
                            unless: string[];
                            /** @description Whether it is left out of every analysis. */
                            exclude: boolean;
                            /** @description Pictures of its logos, at most 10. */
                            logos: {
                                /** @description Id of the picture, `logo_…`. */
                                logo_id: string;
                                /** @description Width in pixels. */
                                width: number;
                                /** @description Height in pixels. */
                                height: number;
                                /** @description Path of the picture, `/v1/brands/…`, which takes the same key. */
                                path: string;
                                /**
                                 * @description Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video.
                                 * @constant
                                 */
                                plain?: true;
                            }[];
                            /**
                             * Format: date-time
                             * @description When the entry last changed.
                             */
                            updated_at: string;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the brand, at most 100 characters. */
                    name: string;
                    /** @description Other names of it, at most 50. Absent: none. */
                    aliases?: string[];
                    /** @description Words that, beside an everyday name, show that the brand is meant; at most 50. */
                    support?: string[];
                    /** @description Words that, beside the name, show that something else is meant; at most 50. */
                    unless?: string[];
                    /** @description Leaves the name out of every analysis. Default false. */
                    exclude?: boolean;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Id of the brand, `brand_…`. */
                            brand_id: string;
                            /** @description Its name. */
                            name: string;
                            /** @description Other names of it. */
                            aliases: string[];
                            /** @description Words that show that the brand is meant. */
                            support: string[];
                            /** @description Words that show that something else is meant. */
                            unless: string[];
                            /** @description Whether it is left out of every analysis. */
                            exclude: boolean;
                            /** @description Pictures of its logos, at most 10. */
                            logos: {
                                /** @description Id of the picture, `logo_…`. */
                                logo_id: string;
                                /** @description Width in pixels. */
                                width: number;
                                /** @description Height in pixels. */
                                height: number;
                                /** @description Path of the picture, `/v1/brands/…`, which takes the same key. */
                                path: string;
                                /**
                                 * @description Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video.
                                 * @constant
                                 */
                                plain?: true;
                            }[];
                            /**
                             * Format: date-time
                             * @description When the entry last changed.
                             */
                            updated_at: string;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readBrandRecount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandRecountState"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recountBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandRecountState"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    undoBrandRecount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BrandRecountState"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadBrandLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The picture, at most 2 MB (2,097,152 bytes) and 25 million pixels; half as many if it is interlaced or progressive, or has 16 bits a channel. */
        requestBody: {
            content: {
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Id of the picture, `logo_…`. */
                            logo_id: string;
                            /** @description Width in pixels. */
                            width: number;
                            /** @description Height in pixels. */
                            height: number;
                            /** @description Path of the picture, `/v1/brands/…`, which takes the same key. */
                            path: string;
                            /**
                             * @description Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video.
                             * @constant
                             */
                            plain?: true;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBrandLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
                /** @description Id of the picture. */
                logo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PNG. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The client may cache it forever; shared caches must not store it. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteBrandLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the brand. */
                id: string;
                /** @description Id of the picture. */
                logo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Preset"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPreset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresetEntry"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Preset"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the preset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Preset"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the preset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresetEntry"];
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Preset"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks a field that it needs.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `INVALID_SURFACE`: A surface is unknown. The message lists the known ones.
             */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the preset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminGetDisk: {
        parameters: {
            query?: {
                /** @description `true`: start a new measurement, unless the latest is less than ten seconds old. By default one starts if there is none from the last ten minutes. */
                measure?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Whether a measurement is under way. */
                            measuring: boolean;
                            /** @description The latest measurement by this process; null if there is none yet. */
                            use: {
                                /**
                                 * Format: date-time
                                 * @description When it was measured.
                                 */
                                measured_at: string;
                                /** @description How long that took, in seconds. */
                                seconds: number;
                                /** @description Stored files of all workspaces by kind. */
                                kinds: {
                                    /**
                                     * @description `uploads`: uploaded videos. `media`: sound and frames taken from videos, kept for reuse. `parts`: what the parts of an analysis found, kept as long. `frames`: proof frames, storyboards and thumbnails of jobs. `clips`: clips made of videos. `logos`: pictures of the brand libraries. `reports`: files of reports.
                                     * @enum {string}
                                     */
                                    kind: "uploads" | "media" | "parts" | "frames" | "clips" | "logos" | "reports" | "other";
                                    /** @description Number of files. */
                                    files: number;
                                    /** @description Their size, in bytes. */
                                    bytes: number;
                                    /** @description How long they are kept. */
                                    kept: string;
                                }[];
                                /** @description Of these, files older than a day of jobs, uploads or brands that the database does not know, and what was stored for jobs after they had ended. They stay until the operator removes them, as another installation may use the same storage. */
                                leftovers: {
                                    /** @description Number of files. */
                                    files: number;
                                    /** @description Their size, in bytes. */
                                    bytes: number;
                                };
                                /** @description What the data folder of this process holds, largest first. */
                                data_folder: {
                                    /** @description Name of the file or folder in the data folder. */
                                    name: string;
                                    /** @description What it takes, in bytes. */
                                    bytes: number;
                                }[];
                                /** @description Size of the database, in bytes. */
                                database_bytes: number;
                            } | null;
                            /** @description Why the latest measurement failed; null if it did not. */
                            error: string | null;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminFreeDisk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `uploads`: uploads that no open job uses. `media`: media of ended jobs; later jobs on these videos must fetch and decode them again, and `from_job` no longer works. `jobs`: ended jobs with their results, frames and media. `leftovers`: files that belong to nothing in the database; never remove them if another installation uses the same storage.
                     * @enum {string}
                     */
                    kind: "uploads" | "media" | "jobs" | "leftovers";
                    /** @description Only what has not been used for so many hours; jobs by their end. For `leftovers` it counts as 24 if it is less. */
                    older_than_hours: number;
                    /** @description `true`: only count. Default `false`. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Counted, and started unless it was a dry run. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /**
                             * @description What is removed.
                             * @enum {string}
                             */
                            kind: "uploads" | "media" | "jobs" | "leftovers";
                            /** @description Number of uploads or jobs it concerns; null for `leftovers`. */
                            count: number | null;
                            /** @description Whether the removal was started; it runs in the background. False for a dry run. */
                            started: boolean;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListAudit: {
        parameters: {
            query?: {
                /** @description Entries on a page, 1 to 100. Default 50. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only entries of this action. */
                action?: "account.created" | "account.password_reset" | "account.totp_reset" | "backup.deleted" | "backup.restored" | "backup.started" | "batch.cancelled" | "batch.changed" | "brand.changed" | "brand.created" | "brand.deleted" | "brand.logo_added" | "brand.logo_removed" | "brand_set.changed" | "brand_set.created" | "brand_set.deleted" | "campaign.changed" | "campaign.created" | "campaign.deleted" | "brand.recount_undone" | "brand.recounted" | "clip.deleted" | "correction.created" | "correction.undone" | "credits.granted" | "delivery.replayed" | "disk.freed" | "follow.changed" | "follow.created" | "follow.deleted" | "follow.run" | "invitation.accepted" | "invitation.created" | "invitation.withdrawn" | "job.cancelled" | "job.changed" | "job.deleted" | "key.created" | "key.revoked" | "member.removed" | "member.role_changed" | "model.pulled" | "preset.changed" | "preset.created" | "preset.deleted" | "report.created" | "report.deleted" | "runner.created" | "runner.revoked" | "share.created" | "share.deleted" | "sign_in.identity_linked" | "sign_in.password_changed" | "sign_in.sessions_ended" | "sign_in.totp_disabled" | "sign_in.totp_enabled" | "webhook_secret.rotated" | "workspace.changed" | "workspace.created" | "workspace.deleted";
                /** @description Only entries of this workspace; for the operator only; others see only their own workspace. */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["AuditEntry"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["BackupOverview"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminMakeBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Password of the signed-in operator. Absent with the operator's token, and for an account without a password, whose sign-in must be less than five minutes old instead. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description It is being made. */
            202: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Name of the file that it will be. */
                            name: string;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BACKUP_REFUSED`: The backup or restore cannot be done now. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminRestoreBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the backup. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the backup again, so that nobody restores by mistake. */
                    confirm: string;
                    /** @description Passphrase or private key (AGE-SECRET-KEY-1…) of an encrypted backup; absent: the service's own passphrase. */
                    key?: string;
                    /** @description Password of the signed-in operator. Absent with the operator's token, and for an account without a password, whose sign-in must be less than five minutes old instead. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description It begins. */
            202: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Name of the backup that is restored. */
                            name: string;
                        };
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BACKUP_REFUSED`: The backup or restore cannot be done now. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminDeleteBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the backup. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Password of the signed-in operator. Absent with the operator's token, and for an account without a password, whose sign-in must be less than five minutes old instead. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BACKUP_REFUSED`: The backup or restore cannot be done now. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminListRunners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Runner"][];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminCreateRunner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRunner"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["RunnerCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    adminRevokeRunner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the runner. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listJobShares: {
        parameters: {
            query?: {
                /** @description Shares on a page, 1 to 100. Default 50. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Share"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createJobShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShare"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["ShareCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listReportShares: {
        parameters: {
            query?: {
                /** @description Shares on a page, 1 to 100. Default 50. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the report. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Share"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createReportShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportShare"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["ShareCreated"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. Send it again. */
            408: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_COMPLETED`: Only a completed job can be exported. */
            409: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description Shares on a page, 1 to 100. Default 50. */
                limit?: number;
                /** @description `next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description This page. */
                        data: components["schemas"]["Share"][];
                        /** @description Where the next page begins. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description Which request this answers. */
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the share. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Number of requests that can be sent at once: the burst of the plan. */
                    "X-RateLimit-Limit"?: number;
                    /** @description Number of requests left at this moment; this one is already counted. */
                    "X-RateLimit-Remaining"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: The service is not ready. Try again shortly. */
            503: {
                headers: {
                    /** @description Id of this request, `req_…`, as in `meta.request_id`. Quote it to support. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same call may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    onJobCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobCompletedEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onJobFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobFailedEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onJobCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobCancelledEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onJobHeld: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobHeldEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBatchCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchCompletedEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBatchPaused: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchPausedEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Always JSON. */
                "Content-Type": string;
                /** @description Who sends it, with the version of the format. */
                "User-Agent": string;
                /** @description HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included. */
                "X-Service-Signature": string;
                /** @description Id of the event, the same on every attempt. */
                "webhook-id": string;
                /** @description When this attempt began, in seconds since 1970 UTC. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received: the event is not sent again. Answer within 5 seconds. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
