/** For tests: a server that speaks the part of YouTube's interface (Data API v3) that tells about labels of videos. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Manner = (response: ServerResponse, request: IncomingMessage) => unknown;

export interface YoutubeInterface {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** The key that it accepts. */
  readonly key: string;
  /** How each video is answered, by its id; there is no other video. */
  readonly videos: Map<string, Manner>;
  /** Path and query of every request. */
  readonly requests: string[];
  /** The most requests that were open at the same time. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

export const json =
  (status: number, content: unknown): Manner =>
  (response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' })
      .end(JSON.stringify(content, null, 2));

/** The answer about a video; without `details`, the interface leaves them out. */
export const video = (details?: object): Manner =>
  json(200, {
    kind: 'youtube#videoListResponse',
    etag: 'a',
    items: [
      {
        kind: 'youtube#video',
        etag: 'b',
        ...(details && { paidProductPlacementDetails: details }),
      },
    ],
    pageInfo: { totalResults: 1, resultsPerPage: 1 },
  });

/** A refusal in the form of the interface. */
export const refusal = (status: number, reason: string, message = 'Refused.'): Manner =>
  json(status, {
    error: { code: status, message, errors: [{ message, domain: 'global', reason }] },
  });

const noVideo = json(200, {
  kind: 'youtube#videoListResponse',
  etag: 'c',
  items: [],
  pageInfo: { totalResults: 0, resultsPerPage: 0 },
});

export async function startYoutubeInterface(): Promise<YoutubeInterface> {
  const key = 'AIza-the-key-of-the-operator';
  const videos = new Map<string, Manner>();
  const requests: string[] = [];
  let open = 0;
  let mostAtOnce = 0;

  const server = createServer((request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.on('close', () => {
      open -= 1;
    });
    requests.push(request.url ?? '');
    answer(request, response);
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== '/youtube/v3/videos') refusal(404, 'notFound')(response, request);
    else if (query.get('key') !== key)
      refusal(400, 'badRequest', 'API key not valid.')(response, request);
    else if (query.get('part') !== 'paidProductPlacementDetails')
      refusal(400, 'missingRequiredParameter')(response, request);
    else (videos.get(query.get('id') ?? '') ?? noVideo)(response, request);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/youtube/v3`,
    key,
    videos,
    requests,
    mostAtOnce: () => mostAtOnce,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
