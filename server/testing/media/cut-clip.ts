/** For tests: the beginning of a video, copied without encoding it again. */

import { Demuxer, Muxer } from 'node-av/api';
import { AV_NOPTS_VALUE } from 'node-av/constants';

/** Writes the packets that begin within the first `seconds` of `from`; the name of `to` decides the container. */
export async function cutClip(from: string, to: string, seconds: number): Promise<void> {
  await using input = await Demuxer.open(from);
  await using output = await Muxer.open(to);
  const indexes = new Map(input.streams.map((stream) => [stream.index, output.addStream(stream)]));

  for await (using packet of input.packets()) {
    if (!packet) break;

    const stream = input.streams[packet.streamIndex];
    const index = indexes.get(packet.streamIndex);
    if (!stream || index === undefined || packet.pts === AV_NOPTS_VALUE) continue;

    const { num, den } = stream.timeBase;
    if ((Number(packet.pts) * num) / den < seconds) await output.writePacket(packet, index);
  }
}
