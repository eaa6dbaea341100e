/** The only kind of fault that the code in `media` throws itself. */
import { Fault } from '@reelsight/contract';

/**
 * `detail` is for the log. `text` is public: it says what is wrong with the file, never where the file is or which
 * program was run on it.
 */
export function unreadable(detail: string, text: string, cause?: unknown): Fault {
  return new Fault('EXTRACTION_FAILED', detail, { text, cause });
}
