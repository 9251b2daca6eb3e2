import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestSession } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';

/** Maximum number of streams of one person in one process. */
const streamsPerPerson = 20;

/** How much a stream may lag behind before it is cut off, in bytes. */
const maxBehind = 256 * 1024;

type Person = RequestSession['person'];
type Stream = { session: RequestSession; body: Readable };

/** The open streams of this process. */
export function createStreams({ metrics, signIn }: Pick<Services, 'metrics' | 'signIn'>, log: FastifyBaseLogger) {
  const streams = new Set<Stream>();
  const write = ({ body }: Stream, text: string) => {
    if (body.readableLength > maxBehind) body.destroy();
    else body.push(text);
  };
  const end = (stream: Stream) => {
    streams.delete(stream);
    stream.body.push(null);
  };
  return {
    /** @throws ApiProblem too_many_requests. */
    requireRoom: ({ id }: Person): void => {
      const streamsOfPerson = [...streams].filter(({ session }) => session.person.id === id);
      if (streamsOfPerson.length >= streamsPerPerson) throw new ApiProblem('too_many_requests', { retry_after: 60 });
    },

    open: (session: RequestSession, text: string): Readable => {
      const stream: Stream = { session, body: new Readable({ read: () => undefined }) };
      stream.body.once('close', () => {
        streams.delete(stream);
        metrics?.setOpenStreams(streams.size);
      });
      stream.body.push(text);
      streams.add(stream);
      metrics?.setOpenStreams(streams.size);
      return stream.body;
    },

    isEmpty: (): boolean => streams.size === 0,

    /** Writes to each stream what its person may read; an empty text is not written. */
    write: (textFor: (person: Person) => string): void => {
      for (const stream of streams) {
        const text = textFor(stream.session.person);
        if (text) write(stream, text);
      }
    },

    endAll: (): void => {
      for (const stream of streams) end(stream);
    },

    /** Ends the streams of some people whose session has ended or who have another role; null: of all people. */
    endClosed: async (people: readonly string[] | null): Promise<void> => {
      try {
        await Promise.all(
          [...streams].map(async (stream) => {
            const { person, tokenHash } = stream.session;
            if (people && !people.includes(person.id)) return;
            const now = await signIn.findPersonOf(tokenHash);
            if (now?.role !== person.role) end(stream);
          }),
        );
      } catch (error) {
        // A database that does not answer ends no session.
        log.warn({ err: error }, 'the sessions of streams were not checked');
      }
    },
  };
}
