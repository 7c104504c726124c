import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** How a picture is to be drawn anew. */
export interface Wish {
  /** What sentences about it begin with. */
  what: string;
  format: 'webp' | 'png' | 'jpeg' | 'ico';
  /** Pixels that it is made to fit into; it is not made larger. */
  width: number;
  height: number;
}

/** The picture in base64, or what is wrong with the file in a sentence for who chose it. */
export type Drawing = { width: number; height: number; bytes: string } | { problem: string };

/** Milliseconds that drawing may take; an honest picture takes a tenth of it. */
const patience = 10_000;

const program = fileURLToPath(new URL(`draw.program${path.extname(import.meta.url)}`, import.meta.url));

/** One picture after another: each may need the memory of all its pixels. */
let before: Promise<unknown> = Promise.resolve();

/** Draws a file of a stranger anew, so that nothing of it but its picture is kept. */
export function drawPicture(file: Buffer, wish: Wish): Promise<Drawing> {
  const drawn = before.then(() => run(file, wish));
  before = drawn.catch(() => undefined);
  return drawn;
}

async function run(file: Buffer, wish: Wish): Promise<Drawing> {
  // None of our own environment: it holds secrets.
  const { PATH, SystemRoot } = process.env;
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(wish)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patience,
    killSignal: 'SIGKILL',
    env: { ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // One that ends before it has read everything has its reasons, which are told below.
  child.stdin.on('error', () => undefined);
  child.stdin.end(file);
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  return code === 0
    ? (JSON.parse(said) as Drawing)
    : { problem: `${wish.what} could not be drawn. Choose a simpler picture.` };
}
