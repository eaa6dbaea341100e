// The types of the interface, made by `npm run generate`; do not edit.
export interface paths {
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List jobs, newest first. */
        get: operations["listJobs"];
        put?: never;
        /** Create a job, or preview its cost with dry_run. */
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
        /** Read a job with its results or its error. */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Delete a finished job with its media, frames and results. */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
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
        /** Cancel a pending, processing or held job that is in no batch. */
        post: operations["cancelJob"];
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
        /** List batches, newest first. */
        get: operations["listBatches"];
        put?: never;
        /** Analyse many videos as one unit, or preview its cost with dry_run. */
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
        /** Read a batch with its jobs and aggregate results. */
        get: operations["getBatch"];
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
        /** Cancel a batch and its pending, processing and held jobs. */
        post: operations["cancelBatch"];
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
        /** Get a short-lived address to PUT a video file to. */
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
        /** Fetch a storyboard sheet, proof frame or thumbnail. */
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
        /** Read the workspace, its credits and limits. */
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
        /** Read the ledger of a period with its sums. */
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
        /** List workspaces. */
        get: operations["adminListWorkspaces"];
        put?: never;
        /** Create a workspace with a key of all scopes. */
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
        /** Delete a workspace and all that it owns. */
        delete: operations["adminDeleteWorkspace"];
        options?: never;
        head?: never;
        /** Change plan, past-due state or name. */
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
        /** Grant, sell or refund credits. */
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
        /** Create an API key; it is shown once. */
        post: operations["adminCreateKey"];
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
        /** Revoke an API key. */
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
        /** Rotate the webhook signing secret. */
        post: operations["adminRotateSecret"];
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
        /** Read the last 100 webhook deliveries of a workspace. */
        get: operations["adminListDeliveries"];
        put?: never;
        post?: never;
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
        /** Send a webhook event once more. */
        post: operations["adminReplayDelivery"];
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
        /** List the Follows of a workspace. */
        get: operations["adminListFollows"];
        put?: never;
        /** Watch a channel, creator, playlist, search or feed: its new videos become jobs. */
        post: operations["adminCreateFollow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/follows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a Follow; its jobs stay. */
        delete: operations["adminDeleteFollow"];
        options?: never;
        head?: never;
        /** Change, pause or resume a Follow. */
        patch: operations["adminChangeFollow"];
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
        /** Look now; with backfill also take the newest videos that have no job. */
        post: operations["adminRunFollow"];
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
        /** Read the last 200 videos a Follow met, with the job of each or why there is none. */
        get: operations["adminListFollowVideos"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Sent to webhook_url: job.completed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["JobCompletedEvent"];
                };
            };
            responses: {
                /** @description Any 2xx counts as received. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** Sent to webhook_url: job.failed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["JobFailedEvent"];
                };
            };
            responses: {
                /** @description Any 2xx counts as received. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** Sent to webhook_url: job.cancelled */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["JobCancelledEvent"];
                };
            };
            responses: {
                /** @description Any 2xx counts as received. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** Sent to webhook_url: job.held */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["JobHeldEvent"];
                };
            };
            responses: {
                /** @description Any 2xx counts as received. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** Sent to webhook_url: batch.completed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["BatchCompletedEvent"];
                };
            };
            responses: {
                /** @description Any 2xx counts as received. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** Sent to webhook_url: batch.paused */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["BatchPausedEvent"];
                };
            };
            responses: {
                /** @description Any 2xx counts as received. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Account: {
            tenant_id: string;
            name: string;
            email: string;
            plan: components["schemas"]["PlanName"];
            credits: components["schemas"]["Credits"];
            limits: components["schemas"]["Limits"];
            webhook_secret: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AddCredits: {
            /** @enum {string} */
            type: "grant" | "purchase" | "refund";
            amount: number;
            description?: string | null;
        };
        AggregateResults: {
            queries: {
                query: string;
                answer: string;
                answered: boolean;
                evidence: {
                    job_id: string;
                    url: string | null;
                    timestamp: number;
                    source: string;
                    quote?: string;
                }[];
            }[];
            brands: {
                name: string;
                videos: number;
                total_appearances: number;
                total_visible_duration: number;
                job_ids: string[];
            }[];
            jobs_included: number;
            jobs_excluded: {
                job_id: string;
                reason: string;
            }[];
            /** Format: date-time */
            generated_at: string;
        };
        Batch: {
            batch_id: string;
            status: components["schemas"]["BatchStatus"];
            total_jobs: number;
            completed_count: number;
            failed_count: number;
            rollup: components["schemas"]["Rollup"];
            credits_estimated: number;
            credits_charged: number;
            webhook_url: string | null;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
            jobs: {
                job_id: string;
                status: components["schemas"]["JobStatus"];
                url: string | null;
                credits_estimated: number;
                reason?: string;
            }[];
            aggregate_results: components["schemas"]["AggregateResults"] | null;
        };
        BatchCancelled: {
            batch_id: string;
            status: components["schemas"]["BatchStatus"];
            cancelled_jobs: number;
            rollup: components["schemas"]["Rollup"];
            credits_charged: number;
        };
        BatchCompletedEvent: {
            /** @constant */
            event: "batch.completed";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            batch_id: string;
            status: components["schemas"]["BatchStatus"];
            total_jobs: number;
            completed_count: number;
            failed_count: number;
            credits_charged: number;
            aggregate_results: components["schemas"]["AggregateResults"] | null;
            /** Format: date-time */
            completed_at: string;
        };
        BatchCreated: {
            batch_id: string;
            status: components["schemas"]["BatchStatus"];
            total_credits_estimated: number;
            balance: number;
            would_exceed_balance: boolean;
            jobs: {
                job_id: string;
                status: components["schemas"]["JobStatus"];
                url: string | null;
                platform: string;
                duration_seconds: number | null;
                credits_estimated: number;
                /** @constant */
                note?: "duration_unresolved";
            }[];
        };
        BatchDryRun: {
            /** @constant */
            dry_run: true;
            total_credits_estimated: number;
            balance: number;
            would_exceed_balance: boolean;
            jobs: {
                url: string | null;
                platform: string;
                duration_seconds: number | null;
                credits_estimated: number;
                /** @constant */
                note?: "duration_unresolved";
            }[];
        };
        BatchListItem: {
            batch_id: string;
            status: components["schemas"]["BatchStatus"];
            total_jobs: number;
            completed_count: number;
            failed_count: number;
            rollup: components["schemas"]["Rollup"];
            credits_estimated: number;
            credits_charged: number;
            webhook_url: string | null;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
        };
        BatchPausedEvent: {
            /** @constant */
            event: "batch.paused";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            batch_id: string;
            status: components["schemas"]["BatchStatus"];
            rollup: {
                completed: number;
                failed: number;
                held: number;
                pending: number;
            };
            credits_needed_to_resume: number;
        };
        /** @enum {string} */
        BatchStatus: "processing" | "paused" | "completed" | "failed" | "cancelled";
        /** @description Fractions of the frame as shown, from the top left. */
        BoundingBox: {
            x: number;
            y: number;
            width: number;
            height: number;
        };
        BrandAppearance: {
            timestamp: number;
            timestamp_start?: number;
            timestamp_end?: number;
            visible_duration?: number;
            confidence?: number;
            context: string;
            speech_context?: string;
            /** @enum {string} */
            source: "visual" | "audio";
            /** @enum {string} */
            surface?: "jersey-front" | "jersey-back" | "jersey-sleeve" | "shorts" | "headwear" | "footwear" | "other-apparel" | "perimeter-board" | "scoreboard" | "playing-surface" | "goal-or-stanchion" | "bench-or-dugout" | "venue-structure" | "banner" | "podium" | "media-backdrop" | "microphone" | "vehicle" | "equipment" | "broadcast-graphic" | "virtual-ad" | "title-card" | "device-screen" | "product-placement" | "packaging" | "storefront" | "billboard" | "set-dressing" | "overlay-watermark";
            frame_url?: string;
            bounding_box?: components["schemas"]["BoundingBox"];
        };
        BrandDetection: {
            timestamp: number;
            confidence: number;
            bounding_box: components["schemas"]["BoundingBox"];
            /** @enum {string} */
            source: "logo" | "text" | "model";
            /** @enum {string} */
            surface?: "jersey-front" | "jersey-back" | "jersey-sleeve" | "shorts" | "headwear" | "footwear" | "other-apparel" | "perimeter-board" | "scoreboard" | "playing-surface" | "goal-or-stanchion" | "bench-or-dugout" | "venue-structure" | "banner" | "podium" | "media-backdrop" | "microphone" | "vehicle" | "equipment" | "broadcast-graphic" | "virtual-ad" | "title-card" | "device-screen" | "product-placement" | "packaging" | "storefront" | "billboard" | "set-dressing" | "overlay-watermark";
            verified: boolean;
        };
        BrandResult: {
            name: string;
            confidence: number;
            total_appearances: number;
            total_visible_duration?: number;
            first_seen: number;
            last_seen: number;
            appearances: components["schemas"]["BrandAppearance"][];
            frame_detections: components["schemas"]["BrandDetection"][];
        };
        /** @enum {string} */
        Capability: "transcription" | "summary" | "brands" | "metadata" | "custom_query" | "objects";
        ChangeFollow: {
            name?: string;
            /** @enum {string} */
            status?: "active" | "paused";
            capabilities?: components["schemas"]["Capability"][];
            /** @description How often to look, in minutes. */
            every_minutes?: number;
            queries?: string[] | null;
            brands?: string[] | null;
            surfaces?: string[] | null;
            objects?: string[] | null;
            language?: string | null;
            fps?: number | null;
            return_proof?: boolean | null;
            /** @description Of one job. */
            max_credits?: number | null;
            webhook_url?: string | null;
            filters?: components["schemas"]["FollowFilters"] | null;
            /** @description Spending cap of a calendar month (UTC); new videos wait above it. */
            monthly_credits?: number | null;
        };
        ChangeWorkspace: {
            plan?: components["schemas"]["PlanName"] | null;
            past_due?: boolean | null;
            name?: string | null;
        };
        ConfidenceSummary: {
            high: number;
            medium: number;
            low: number;
            total: number;
        };
        CreateBatch: {
            /** @description At most 50 (TOO_MANY_URLS). */
            urls?: string[] | null;
            uploads?: components["schemas"]["UploadRef"][] | null;
            capabilities: components["schemas"]["Capability"][];
            queries?: string[] | null;
            objects?: string[] | null;
            aggregate?: {
                enabled: boolean;
                queries?: string[] | null;
            } | null;
            webhook_url?: string | null;
            /** @default true */
            return_proof?: boolean | null;
            /** @default false */
            dry_run?: boolean | null;
            max_credits?: number | null;
        };
        CreateFollow: {
            name: string;
            /** @description Link of a channel, creator, playlist, search or feed. */
            source: string;
            capabilities: components["schemas"]["Capability"][];
            /** @default 60 */
            every_minutes?: number | null;
            /** @default 0 */
            backfill?: number | null;
            queries?: string[] | null;
            brands?: string[] | null;
            surfaces?: string[] | null;
            objects?: string[] | null;
            language?: string | null;
            fps?: number | null;
            return_proof?: boolean | null;
            /** @description Of one job. */
            max_credits?: number | null;
            webhook_url?: string | null;
            filters?: components["schemas"]["FollowFilters"] | null;
            /** @description Spending cap of a calendar month (UTC); new videos wait above it. */
            monthly_credits?: number | null;
        };
        CreateJob: {
            /** @description Video URL of a supported platform. */
            url?: string | null;
            /** @description Key of a presigned upload. */
            upload_key?: string | null;
            upload_filename?: string | null;
            capabilities: components["schemas"]["Capability"][];
            queries?: string[] | null;
            /** @description At most 50 (TOO_MANY_BRANDS). */
            brands?: string[] | null;
            /** @description Surface slugs (INVALID_SURFACE). */
            surfaces?: string[] | null;
            objects?: string[] | null;
            from_job?: string | null;
            language?: string | null;
            webhook_url?: string | null;
            fps?: number | null;
            /** @default true */
            return_proof?: boolean | null;
            /** @default false */
            dry_run?: boolean | null;
            max_credits?: number | null;
            external_id?: string | null;
        };
        CreateKey: {
            name: string;
            scopes: components["schemas"]["Scope"][];
        };
        CreateWorkspace: {
            name: string;
            email: string;
            plan: components["schemas"]["PlanName"];
            credits?: number | null;
        };
        Credits: {
            balance: number;
            plan_credits: number;
            purchased_credits: number;
            monthly_allowance: number;
            resets_at: string | null;
            used_this_period: number;
        };
        CreditsAdded: {
            transaction: components["schemas"]["Transaction"];
            balance: number;
        };
        Delivery: {
            delivery_id: string;
            event_id: string;
            event: string;
            url: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "exhausted";
            attempts: {
                attempt: number;
                at: string;
                duration_ms: number;
                status: number | null;
                error: string | null;
                response: string | null;
            }[];
            created_at: string;
        };
        /** @description Name and version of each engine that ran. */
        EngineNames: {
            speech?: string;
            diarization?: string;
            text?: string;
            objects?: string;
            logos?: string;
            language?: string;
        };
        Error: {
            error: {
                code: components["schemas"]["ErrorCode"];
                message: string;
            };
            meta: components["schemas"]["Meta"];
        };
        /** @enum {string} */
        ErrorCode: "INVALID_API_KEY" | "INSUFFICIENT_SCOPE" | "INSUFFICIENT_CREDITS" | "BUDGET_EXCEEDED" | "SUBSCRIPTION_PAST_DUE" | "PLAN_REQUIRED" | "TARGET_REQUIRED" | "MODE_NOT_ALLOWED" | "BATCH_NOT_ALLOWED" | "RATE_LIMITED" | "CONCURRENT_LIMIT_REACHED" | "PLATFORM_RATE_LIMITED" | "INVALID_URL" | "VALIDATION_FAILED" | "INVALID_CAPABILITIES" | "PLATFORM_UNAVAILABLE" | "VIDEO_TOO_LONG" | "TOO_MANY_QUERIES" | "TOO_MANY_BRANDS" | "INVALID_SURFACE" | "TOO_MANY_URLS" | "TOO_MANY_AGGREGATE_QUERIES" | "JOB_NOT_FOUND" | "BATCH_NOT_FOUND" | "NOT_FOUND" | "JOB_NOT_CANCELLABLE" | "BATCH_NOT_CANCELLABLE" | "JOB_NOT_DELETABLE" | "BODY_TOO_LARGE" | "METHOD_NOT_ALLOWED" | "UPLOAD_REFUSED" | "UPLOAD_EXISTS" | "UPLOAD_SIZE_MISMATCH" | "UPLOAD_TOO_LARGE" | "STORAGE_FULL" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE" | "EXTRACTION_FAILED" | "PLATFORM_403" | "TRANSCRIPTION_FAILED" | "ANALYSIS_FAILED" | "SURFACE_VERIFICATION_UNAVAILABLE" | "TIMEOUT" | "STAGE_DEADLINE_EXCEEDED" | "WORKER_STALLED" | "HELD_EXPIRED" | "PROCESSING_ERROR";
        Evidence: {
            timestamp: number;
            timestamp_start?: number;
            timestamp_end?: number;
            /** @enum {string} */
            source: "speech" | "visual" | "text" | "metadata";
            quote?: string;
            frame_url?: string;
        };
        Follow: {
            follow_id: string;
            tenant_id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "paused";
            /** @description Why it paused itself. */
            paused_reason: string | null;
            /** @description What the last run could not do. */
            note: string | null;
            platform: string;
            /** @enum {string} */
            kind: "channel" | "playlist" | "search" | "feed";
            source: string;
            rule: components["schemas"]["FollowRule"];
            /** @description Charged this month, and estimated for jobs still open. */
            credits_this_month: number;
            /** @description Runs in a row that the platform refused. */
            failures: number;
            last_run_at: string | null;
            next_run_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        FollowFilters: {
            min_duration_seconds?: number | null;
            /** @description Any of these, in upper or lower case. */
            title_includes?: string[] | null;
            /** @description None of these. */
            title_excludes?: string[] | null;
            newer_than?: string | null;
        };
        FollowRule: {
            capabilities: components["schemas"]["Capability"][];
            /** @default 60 */
            every_minutes?: number | null;
            queries?: string[] | null;
            brands?: string[] | null;
            surfaces?: string[] | null;
            objects?: string[] | null;
            language?: string | null;
            fps?: number | null;
            return_proof?: boolean | null;
            /** @description Of one job. */
            max_credits?: number | null;
            webhook_url?: string | null;
            filters?: components["schemas"]["FollowFilters"] | null;
            /** @description Spending cap of a calendar month (UTC); new videos wait above it. */
            monthly_credits?: number | null;
        };
        FollowVideo: {
            video_id: string;
            url: string | null;
            job_id: string | null;
            /** @description Why no job was made. */
            skipped: string | null;
            /** Format: date-time */
            seen_at: string;
        };
        Job: {
            job_id: string;
            status: components["schemas"]["JobStatus"];
            url: string | null;
            platform: string;
            capabilities: components["schemas"]["Capability"][];
            brands?: string[];
            queries?: string[];
            surfaces?: string[];
            objects?: string[];
            from_job?: string;
            external_id?: string;
            batch_id?: string;
            language: string | null;
            video_title: string | null;
            video_duration_seconds: number | null;
            video_thumbnail_url: string | null;
            credits_estimated: number;
            credits_charged: number | null;
            processing_seconds: number | null;
            return_proof: boolean;
            follow_id: string | null;
            progress?: components["schemas"]["Progress"];
            results?: components["schemas"]["Results"];
            error?: components["schemas"]["JobError"];
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
        };
        JobCancelledEvent: {
            /** @constant */
            event: "job.cancelled";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            job_id: string;
            batch_id?: string;
            status: components["schemas"]["JobStatus"];
            credits_charged: number | null;
            /** Format: date-time */
            completed_at: string;
        };
        JobCompletedEvent: {
            /** @constant */
            event: "job.completed";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            job_id: string;
            batch_id?: string;
            status: components["schemas"]["JobStatus"];
            credits_charged: number | null;
            /** Format: date-time */
            completed_at: string;
        };
        JobDryRun: {
            /** @constant */
            dry_run: true;
            url: string | null;
            platform: string;
            capabilities: components["schemas"]["Capability"][];
            duration_seconds: number | null;
            /** @constant */
            note?: "duration_unresolved";
            credits_estimated: number;
            breakdown: {
                item: string;
                credits: number;
            }[];
            balance: number;
            would_exceed_balance: boolean;
        };
        JobError: {
            code: string;
            message: string;
        };
        JobFailedEvent: {
            /** @constant */
            event: "job.failed";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            job_id: string;
            batch_id?: string;
            status: components["schemas"]["JobStatus"];
            credits_charged: number | null;
            /** Format: date-time */
            completed_at: string;
            error: components["schemas"]["JobError"];
        };
        JobHeldEvent: {
            /** @constant */
            event: "job.held";
            event_id: string;
            /** Format: date-time */
            created_at: string;
            job_id: string;
            batch_id?: string;
            status: components["schemas"]["JobStatus"];
            credits_charged: number | null;
            reason: string;
            credits_needed: number;
            balance: number;
        };
        JobListItem: {
            job_id: string;
            status: components["schemas"]["JobStatus"];
            url: string | null;
            platform: string;
            credits_estimated: number;
            follow_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {string} */
        JobStatus: "pending" | "processing" | "completed" | "failed" | "cancelled" | "held";
        KeyCreated: {
            key_id: string;
            api_key: string;
        };
        /** @description What the plan allows. */
        Limits: {
            max_video_duration_minutes: number;
            max_audio_duration_minutes: number;
            max_fps: number;
            requires_target: boolean;
            max_requests_per_minute: number;
            max_concurrent_jobs: number;
            max_queries_per_job: number;
            webhooks_enabled: boolean;
            downloadable_reports: boolean;
            max_batch_size: number;
            max_aggregate_queries_per_batch: number;
        };
        Meta: {
            request_id: string;
        };
        MetadataResult: {
            title: string | null;
            description: string | null;
            author: string | null;
            author_url: string | null;
            published_at: string | null;
            duration_seconds: number | null;
            thumbnail_url: string | null;
            language: string | null;
            tags: string[];
            categories: string[];
            chapters: {
                start: number;
                end: number;
                title: string;
            }[];
            view_count: number | null;
            like_count: number | null;
            comment_count: number | null;
            width: number | null;
            height: number | null;
            fps: number | null;
            container: string | null;
            video_codec: string | null;
            audio_codec: string | null;
            has_audio: boolean | null;
            size_bytes: number | null;
            fetched_at: string;
        };
        ObjectAppearance: {
            timestamp: number;
            timestamp_start: number;
            timestamp_end: number;
            confidence: number;
            context: string;
            bounding_box?: components["schemas"]["BoundingBox"];
            outline?: components["schemas"]["Outline"];
            frame_url?: string;
        };
        ObjectDetection: {
            timestamp: number;
            confidence: number;
            bounding_box: components["schemas"]["BoundingBox"];
            outline?: components["schemas"]["Outline"];
            verified: boolean;
        };
        ObjectResult: {
            name: string;
            category: string;
            confidence: number;
            total_appearances: number;
            total_visible_duration: number;
            first_seen: number;
            last_seen: number;
            appearances: components["schemas"]["ObjectAppearance"][];
            frames: components["schemas"]["ObjectDetection"][];
        };
        Outline: [
            number,
            number
        ][][];
        Pagination: {
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {string} */
        PlanName: "free" | "starter" | "pro" | "scale";
        PresignUpload: {
            /** @enum {string} */
            content_type: "video/mp4" | "video/quicktime" | "video/webm";
            size_bytes: number;
        };
        PresignedUpload: {
            put_url: string;
            key: string;
            /** Format: date-time */
            expires_at: string;
        };
        Progress: {
            /** @enum {string} */
            stage: "ingestion" | "transcription" | "analysis" | "merging";
            stages_completed: ("ingestion" | "transcription" | "analysis" | "merging")[];
            stages_remaining: ("ingestion" | "transcription" | "analysis" | "merging")[];
            percent?: number;
        };
        QueryResult: {
            query: string;
            answer: string;
            answered: boolean;
            confidence: number;
            evidence: components["schemas"]["Evidence"][];
        };
        Results: {
            transcription?: components["schemas"]["TranscriptionResult"];
            summary?: components["schemas"]["SummaryResult"];
            brands?: components["schemas"]["BrandResult"][];
            metadata?: components["schemas"]["MetadataResult"];
            objects?: components["schemas"]["ObjectResult"][];
            query_results?: components["schemas"]["QueryResult"][];
            confidence_summary?: components["schemas"]["ConfidenceSummary"];
            storyboard?: components["schemas"]["Storyboard"];
            meta: components["schemas"]["ResultsMeta"];
        };
        /** @description Health of the processing; flags appear only when true. */
        ResultsMeta: {
            /** @constant */
            brand_detection_degraded?: true;
            /** @constant */
            object_detection_degraded?: true;
            /** @constant */
            transcription_degraded?: true;
            /** @constant */
            diarization_unavailable?: true;
            /** @constant */
            summary_degraded?: true;
            /** @constant */
            query_degraded?: true;
            /** @constant */
            proof_verification_skipped?: true;
            /** @constant */
            proof_frames_truncated?: true;
            /** @constant */
            storyboard_unavailable?: true;
            /** @constant */
            no_audio?: true;
            /** @constant */
            no_speech_detected?: true;
            /** @constant */
            media_reused?: true;
            /** @constant */
            transcript_reused?: true;
            fps_used: number;
            frames_analyzed: number;
            engines: components["schemas"]["EngineNames"];
            objects_not_found?: string[];
            objects_unsupported?: string[];
        };
        Rollup: {
            total: number;
            pending: number;
            processing: number;
            completed: number;
            held: number;
            failed: number;
            cancelled: number;
        };
        RunFollow: {
            /** @default 0 */
            backfill?: number | null;
        };
        /** @enum {string} */
        Scope: "jobs:write" | "jobs:read" | "account:read";
        Storyboard: {
            version: 1 | 2;
            interval_ms: number;
            timestamps_ms?: number[];
            tile: {
                w: number;
                h: number;
            };
            grid: {
                cols: number;
                rows: number;
            };
            count: number;
            duration_ms: number;
            sheets: string[];
        };
        SummaryResult: {
            text: string;
            key_topics: string[];
        };
        Transaction: {
            id: string;
            /** @enum {string} */
            type: "charge" | "purchase" | "refund" | "grant" | "forfeit";
            amount: number;
            job_id?: string;
            description: string;
            /** Format: date-time */
            created_at: string;
        };
        TranscriptSegment: {
            start: number;
            end: number;
            text: string;
            speaker?: number;
            confidence?: number;
            words?: components["schemas"]["TranscriptWord"][];
        };
        TranscriptWord: {
            start: number;
            end: number;
            text: string;
            confidence?: number;
        };
        TranscriptionResult: {
            text: string;
            segments: components["schemas"]["TranscriptSegment"][];
            language: string;
            duration_seconds: number;
            word_count: number;
            speakers_detected?: number;
        };
        UploadRef: {
            key: string;
            filename: string;
            duration_seconds?: number | null;
        };
        Usage: {
            summary: {
                period: {
                    /** Format: date-time */
                    start: string;
                    /** Format: date-time */
                    end: string;
                };
                credits_used: number;
                credits_purchased: number;
                credits_refunded: number;
                credits_granted: number;
                total_jobs: number;
            };
            transactions: components["schemas"]["Transaction"][];
        };
        WebhookEvent: components["schemas"]["JobCompletedEvent"] | components["schemas"]["JobFailedEvent"] | components["schemas"]["JobCancelledEvent"] | components["schemas"]["JobHeldEvent"] | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["BatchPausedEvent"];
        WebhookSecret: {
            webhook_secret: string;
        };
        Workspace: {
            tenant_id: string;
            name: string;
            email: string;
            plan: components["schemas"]["PlanName"];
            past_due: boolean;
            balance: number;
            created_at: string;
        };
        WorkspaceCreated: {
            tenant_id: string;
            api_key: string;
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
export type AddCredits = components['schemas']['AddCredits'];
export type AggregateResults = components['schemas']['AggregateResults'];
export type Batch = components['schemas']['Batch'];
export type BatchCancelled = components['schemas']['BatchCancelled'];
export type BatchCompletedEvent = components['schemas']['BatchCompletedEvent'];
export type BatchCreated = components['schemas']['BatchCreated'];
export type BatchDryRun = components['schemas']['BatchDryRun'];
export type BatchListItem = components['schemas']['BatchListItem'];
export type BatchPausedEvent = components['schemas']['BatchPausedEvent'];
export type BatchStatus = components['schemas']['BatchStatus'];
export type BoundingBox = components['schemas']['BoundingBox'];
export type BrandAppearance = components['schemas']['BrandAppearance'];
export type BrandDetection = components['schemas']['BrandDetection'];
export type BrandResult = components['schemas']['BrandResult'];
export type Capability = components['schemas']['Capability'];
export type ChangeFollow = components['schemas']['ChangeFollow'];
export type ChangeWorkspace = components['schemas']['ChangeWorkspace'];
export type ConfidenceSummary = components['schemas']['ConfidenceSummary'];
export type CreateBatch = components['schemas']['CreateBatch'];
export type CreateFollow = components['schemas']['CreateFollow'];
export type CreateJob = components['schemas']['CreateJob'];
export type CreateKey = components['schemas']['CreateKey'];
export type CreateWorkspace = components['schemas']['CreateWorkspace'];
export type Credits = components['schemas']['Credits'];
export type CreditsAdded = components['schemas']['CreditsAdded'];
export type Delivery = components['schemas']['Delivery'];
export type EngineNames = components['schemas']['EngineNames'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Evidence = components['schemas']['Evidence'];
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
export type JobListItem = components['schemas']['JobListItem'];
export type JobStatus = components['schemas']['JobStatus'];
export type KeyCreated = components['schemas']['KeyCreated'];
export type Limits = components['schemas']['Limits'];
export type Meta = components['schemas']['Meta'];
export type MetadataResult = components['schemas']['MetadataResult'];
export type ObjectAppearance = components['schemas']['ObjectAppearance'];
export type ObjectDetection = components['schemas']['ObjectDetection'];
export type ObjectResult = components['schemas']['ObjectResult'];
export type Outline = components['schemas']['Outline'];
export type Pagination = components['schemas']['Pagination'];
export type PlanName = components['schemas']['PlanName'];
export type PresignUpload = components['schemas']['PresignUpload'];
export type PresignedUpload = components['schemas']['PresignedUpload'];
export type Progress = components['schemas']['Progress'];
export type QueryResult = components['schemas']['QueryResult'];
export type Results = components['schemas']['Results'];
export type ResultsMeta = components['schemas']['ResultsMeta'];
export type Rollup = components['schemas']['Rollup'];
export type RunFollow = components['schemas']['RunFollow'];
export type Scope = components['schemas']['Scope'];
export type Storyboard = components['schemas']['Storyboard'];
export type SummaryResult = components['schemas']['SummaryResult'];
export type Transaction = components['schemas']['Transaction'];
export type TranscriptSegment = components['schemas']['TranscriptSegment'];
export type TranscriptWord = components['schemas']['TranscriptWord'];
export type TranscriptionResult = components['schemas']['TranscriptionResult'];
export type UploadRef = components['schemas']['UploadRef'];
export type Usage = components['schemas']['Usage'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceCreated = components['schemas']['WorkspaceCreated'];
export type $defs = Record<string, never>;
export interface operations {
    listJobs: {
        parameters: {
            query?: {
                status?: components["schemas"]["JobStatus"];
                follow_id?: string;
                external_id?: string;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["JobListItem"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                /** @description Calls with the same key within 48 hours make one resource. */
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
            /** @description A dry run, or the job an earlier call with this Idempotency-Key made. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["JobDryRun"] | components["schemas"]["Job"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The job was created. */
            202: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    /** @description Seconds before the first poll. */
                    "Retry-After"?: string;
                    /** @description Address of the job. */
                    Location?: string;
                    /** @description true */
                    "X-Automated-Processing"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: This feature is not on the plan.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks what it needs.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or of an unsupported platform.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             *
             *     `VIDEO_TOO_LONG`: The video is longer than the plan allows.
             *
             *     `PLATFORM_UNAVAILABLE`: The video platform cannot be reached at the moment.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `INVALID_SURFACE`: Unknown or unavailable surface.
             */
            422: {
                headers: {
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
             *     `CONCURRENT_LIMIT_REACHED`: Too many jobs are processing at the same time.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_DELETABLE`: Only a finished job can be deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled job. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_FOUND`: There is no such job in this workspace. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `JOB_NOT_CANCELLABLE`: The job cannot be cancelled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                status?: components["schemas"]["BatchStatus"];
                limit?: number;
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchListItem"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                /** @description Calls with the same key within 48 hours make one resource. */
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
            /** @description A dry run, or the batch an earlier call with this Idempotency-Key made. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchDryRun"] | components["schemas"]["BatchCreated"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The batch was created. */
            202: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    /** @description Seconds before the first poll. */
                    "Retry-After"?: string;
                    /** @description Address of the batch. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchCreated"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs.
             *
             *     `MODE_NOT_ALLOWED`: This feature is not on the plan.
             *
             *     `BATCH_NOT_ALLOWED`: Batches are not available on this plan.
             *
             *     `TARGET_REQUIRED`: On this plan brand detection needs a target; a batch has none.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks what it needs.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or of an unsupported platform.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled batch. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchCancelled"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_FOUND`: There is no such batch in this workspace. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BATCH_NOT_CANCELLABLE`: The batch is already completed or failed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PresignedUpload"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
            query?: never;
            header?: never;
            path: {
                /** @description Path tail with its slashes as they are. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JPEG. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    /** @description private, max-age=31536000, immutable */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                start_date?: string;
                end_date?: string;
                type?: "charge" | "purchase" | "refund" | "grant" | "forfeit";
                limit?: number;
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    /** @description Burst capacity. */
                    "X-RateLimit-Limit"?: string;
                    /** @description Requests left, this one counted. */
                    "X-RateLimit-Remaining"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Usage"];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INSUFFICIENT_SCOPE`: The API key lacks the scope this call needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests for this plan. Try again later. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceCreated"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditsAdded"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeyCreated"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rotated. */
            201: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `MODE_NOT_ALLOWED`: This feature is not on the plan.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks what it needs.
             *
             *     `INVALID_SURFACE`: Unknown or unavailable surface.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or of an unsupported platform.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `MODE_NOT_ALLOWED`: This feature is not on the plan.
             *
             *     `PLAN_REQUIRED`: Untargeted brand detection needs the Pro plan or above; give brands or surfaces.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `VALIDATION_FAILED`: The request is not valid.
             *
             *     `INVALID_CAPABILITIES`: A capability lacks what it needs.
             *
             *     `INVALID_SURFACE`: Unknown or unavailable surface.
             *
             *     `INVALID_URL`: The URL is malformed, unreachable or of an unsupported platform.
             *
             *     `TOO_MANY_BRANDS`: At most 50 target brands are allowed.
             *
             *     `TOO_MANY_QUERIES`: More queries than the plan allows.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `BODY_TOO_LARGE`: The request body exceeds 10 KB (10,240 bytes). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    /** @description Id of this request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FollowVideo"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description `INVALID_API_KEY`: The API key is missing, revoked or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL_ERROR`: Something went wrong on our side. Try again. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
