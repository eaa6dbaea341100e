/** The domain as the configuration and the other rooms make it. */
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { newId } from './db/id.ts';
import type { Domain } from './domain/domain.ts';
import { withSubmission } from './domain/pending-jobs.ts';
import type { Prices } from './domain/price.ts';
import type { Queue } from './queue/queue.ts';
import { submitPorts } from './source-ports.ts';
import type { Sources } from './sources/sources.ts';
import type { Storage } from './storage/storage.ts';
import { parseStorageKey } from './storage/storage-key.ts';
import { checkWebhookUrl } from './webhooks/address.ts';

function pricesOf(config: Config): Prices {
  return {
    processingMinute: config.REELSIGHT_PRICE_PROCESSING_MINUTE,
    audioMinute: config.REELSIGHT_PRICE_AUDIO_MINUTE,
    textFrame: config.REELSIGHT_PRICE_TEXT_FRAME,
    objectFrame: config.REELSIGHT_PRICE_OBJECT_FRAME,
    logoFrame: config.REELSIGHT_PRICE_LOGO_FRAME,
    visionImage: config.REELSIGHT_PRICE_VISION_IMAGE,
    thousandTokensIn: config.REELSIGHT_PRICE_1K_TOKENS_IN,
    thousandTokensOut: config.REELSIGHT_PRICE_1K_TOKENS_OUT,
  };
}

export function createDomain(
  config: Config,
  {
    db,
    queue,
    storage,
    sources,
  }: { db: Database; queue: Queue; storage: Storage; sources: Sources },
): Domain {
  const hours = 3_600_000;
  return withSubmission({
    db,
    queue,
    plans: config.plans,
    prices: pricesOf(config),
    settings: {
      heldMs: config.REELSIGHT_HELD_DAYS * 24 * hours,
      mediaMs: config.REELSIGHT_MEDIA_DAYS * 24 * hours,
      unusedUploadMs: config.REELSIGHT_UNUSED_UPLOAD_HOURS * hours,
      deliveriesMs: config.REELSIGHT_DELIVERY_DAYS * 24 * hours,
      idempotencyMs: config.REELSIGHT_IDEMPOTENCY_HOURS * hours,
      stallMs: config.REELSIGHT_STALL_SECONDS * 1000,
      retries: config.REELSIGHT_RETRIES,
      assumedSeconds: config.REELSIGHT_ESTIMATE_MINUTES * 60,
    },
    ports: {
      ...submitPorts(sources),
      storedUpload: async (key) => {
        const parsed = parseStorageKey(key);
        return parsed && storage.head(parsed);
      },
      checkWebhookUrl: async (url) => {
        await checkWebhookUrl(url, {
          allowPrivate: config.REELSIGHT_ALLOW_PRIVATE_WEBHOOKS,
          signal: AbortSignal.timeout(5000),
        });
      },
    },
    now: () => new Date(),
    newId: (prefix) => newId(prefix),
  });
}
