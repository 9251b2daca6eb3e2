/** The thread that reads files: a file that takes too much memory ends this thread and not the backend. */
import { parentPort } from 'node:worker_threads';
import { ApiProblem } from '../../../problem.ts';
import { parseFile } from './read.ts';
import type { ReadingAnswer, ReadingTask } from './readContents.ts';

async function answerTo({ bytes, wishes }: ReadingTask): Promise<ReadingAnswer> {
  try {
    return { contents: await parseFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), wishes) };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { refused: error.code, details: error.details };
  }
}

parentPort?.on('message', async (task: ReadingTask) => {
  parentPort?.postMessage(await answerTo(task), []);
});
