/** For tests: counts what networks are given to compute, which says what an analysis costs on any machine. */
import { InferenceSession } from 'onnxruntime-node';

export interface NetworkWork {
  /** How often a network ran. */
  runs: number;
  /** Numbers that the networks were given, in millions. */
  millions: number;
}

/**
 * Counts the runs of networks that are opened until `stop`. `take` returns what was counted since it was last called.
 */
export function countNetworkWork(): { take(): NetworkWork; stop(): void } {
  const create = InferenceSession.create;
  let work: NetworkWork = { runs: 0, millions: 0 };

  InferenceSession.create = async (...args: unknown[]) => {
    const session = await Reflect.apply(create, InferenceSession, args);
    const run = session.run.bind(session);
    session.run = (feeds: InferenceSession.FeedsType, ...rest: never[]) => {
      const numbers = Object.values(feeds).reduce((sum, { size }) => sum + size, 0);
      work.runs += 1;
      work.millions += numbers / 1e6;
      return run(feeds, ...rest);
    };
    return session;
  };

  return {
    take: () => {
      const counted = work;
      work = { runs: 0, millions: 0 };
      return counted;
    },
    stop: () => {
      InferenceSession.create = create;
    },
  };
}
