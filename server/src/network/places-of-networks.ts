/**
 * Shares a number of places, such as connections, between the networks of those who hold them. No network may hold all
 * of them, and when none is free, the network that holds most gives one to a network that holds fewer.
 */
import { addressBlock, wideBlock } from './address-block.ts';

export interface PlaceLimits {
  readonly all: number;
  /** Maximum number for one block of addresses, which most likely belongs to one customer. */
  readonly ofBlock: number;
  /** Maximum number for a network in which one customer may have many blocks. */
  readonly ofWideBlock: number;
}

export interface Holder {
  readonly address: string;
  /** Whether the place is in use at the moment; a place that is not is given away first. */
  isBusy(): boolean;
  /** Ends whatever holds the place. */
  end(): void;
}

/** The holders of a wide block by block, in each those who came first at the start. */
interface WideBlock {
  count: number;
  readonly blocks: Map<string, Set<Holder>>;
}

export class PlacesOfNetworks {
  readonly #limits: PlaceLimits;
  readonly #wideBlocks = new Map<string, WideBlock>();
  #count = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a place; false if the holder's network has its share already. `othersHeld`: places that are taken by holders
   * who have no network of their own and are not counted here.
   */
  take(holder: Holder, othersHeld = 0): boolean {
    const { all: maxPlaces, ofBlock, ofWideBlock } = this.#limits;
    const wideName = wideBlock(holder.address);
    const blockName = addressBlock(holder.address);
    const ownWideBlock = this.#wideBlocks.get(wideName);
    const wideCount = ownWideBlock?.count ?? 0;
    const blockCount = ownWideBlock?.blocks.get(blockName)?.size ?? 0;
    if (blockCount >= ofBlock) return false;

    if (ownWideBlock && wideCount >= ofWideBlock) {
      if (!this.#giveAwayWithin(ownWideBlock, blockCount)) return false;
    } else if (this.#count + othersHeld >= maxPlaces) {
      const largest = this.#largest();
      const isOwn = !largest || largest === ownWideBlock;
      const hasRoom = isOwn
        ? ownWideBlock && this.#giveAwayWithin(ownWideBlock, blockCount)
        : hasClearlyMore(largest.count, wideCount) && this.#giveAwayWithin(largest, 0);
      if (!hasRoom) return false;
    }

    this.#add(holder, wideName, blockName);
    return true;
  }

  #add(holder: Holder, wideName: string, blockName: string): void {
    const wide = this.#wideBlocks.get(wideName) ?? { count: 0, blocks: new Map() };
    this.#wideBlocks.set(wideName, wide);
    const holders = wide.blocks.get(blockName) ?? new Set();
    wide.blocks.set(blockName, holders.add(holder));
    wide.count += 1;
    this.#count += 1;
  }

  /** Gives the place back; does nothing if the holder has none. */
  leave(holder: Holder): void {
    const wideName = wideBlock(holder.address);
    const blockName = addressBlock(holder.address);
    const wide = this.#wideBlocks.get(wideName);
    const holders = wide?.blocks.get(blockName);
    if (!wide || !holders?.delete(holder)) return;

    if (holders.size === 0) wide.blocks.delete(blockName);
    wide.count -= 1;
    if (wide.count === 0) this.#wideBlocks.delete(wideName);
    this.#count -= 1;
  }

  #largest(): WideBlock | undefined {
    let largest: WideBlock | undefined;
    for (const wide of this.#wideBlocks.values())
      if (!largest || wide.count > largest.count) largest = wide;
    return largest;
  }

  /**
   * Ends the oldest holder of the block that has most, one whose place is not in use if there is one. False if no block
   * has clearly more than `ownCount`.
   */
  #giveAwayWithin({ blocks }: WideBlock, ownCount: number): boolean {
    let largestBlock: Set<Holder> = new Set();
    for (const holders of blocks.values())
      if (holders.size > largestBlock.size) largestBlock = holders;
    if (!hasClearlyMore(largestBlock.size, ownCount)) return false;

    let chosen: Holder | undefined;
    for (const holder of largestBlock) {
      chosen ??= holder;
      if (holder.isBusy()) continue;
      chosen = holder;
      break;
    }
    if (!chosen) return false;

    this.leave(chosen);
    chosen.end();
    return true;
  }
}

/**
 * Whether a network keeps at least as many places as another when it gives the other one. Otherwise the two could take
 * a place from each other again and again. A network without a place always gets one.
 */
const hasClearlyMore = (count: number, ownCount: number): boolean =>
  count > 0 && (ownCount === 0 || count > ownCount + 1);
