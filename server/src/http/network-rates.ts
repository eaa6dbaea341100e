/** Limits how often strangers call from one network, by its block of addresses and by the wide block around it. */
import { Fault } from '@reelsight/contract';
import { addressBlock, wideBlock } from '../network/address-block.ts';
import { type BucketRate, TokenBuckets } from '../network/token-buckets.ts';
import { acrossWorkspaces } from './call-limits.ts';

export class NetworkRates {
  readonly #ofBlock: TokenBuckets;
  readonly #ofWideBlock: TokenBuckets;
  readonly #what: string;

  /** `what` names the calls in the log. */
  constructor(rate: BucketRate, what: string) {
    this.#ofBlock = new TokenBuckets(rate);
    this.#ofWideBlock = new TokenBuckets(acrossWorkspaces(rate));
    this.#what = what;
  }

  /** Throws Fault RATE_LIMITED. */
  take(address: string): void {
    const block = addressBlock(address);
    if (!this.#ofBlock.take(block) || !this.#ofWideBlock.take(wideBlock(address)))
      throw new Fault('RATE_LIMITED', `${this.#what} from ${block}`);
  }
}
