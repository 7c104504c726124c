/** What was told last: the same goes to thousands one after another. */
let last = { text: '', bytes: Buffer.alloc(0) };

/**
 * A text message of a server (RFC 6455, 5.2: one frame, not masked) of three pieces, in one buffer. The middle is encoded
 * once for all to whom it goes; `ws` would do it for each.
 */
export function frameOf(before: string, text: string, after: string): Buffer {
  if (text !== last.text) last = { text, bytes: Buffer.from(text) };
  const { bytes } = last;
  const opening = Buffer.byteLength(before);
  const length = opening + bytes.length + Buffer.byteLength(after);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(before, head);
  bytes.copy(frame, head + opening);
  frame.write(after, head + opening + bytes.length);
  return frame;
}
