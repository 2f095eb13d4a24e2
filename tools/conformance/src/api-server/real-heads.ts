import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { podWithAddress, rawHeads } from '@kb/apiserver/recorded';
import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { realRequester } from './real-requester.ts';

/** The heads of a live server's responses, byte for byte. */
export async function realHeads(binaries: ControlPlaneBinaries): ReturnType<typeof rawHeads> {
  const plane = await startControlPlane({ binaries, controllers: false });
  try {
    const requester = realRequester(plane);
    const headers = { 'content-type': 'application/json' };
    for (const [method, path, body] of podWithAddress)
      await requester.send({ method, path, headers, body: Buffer.from(JSON.stringify(body)) });
    const ca = readFileSync(plane.caFile);
    return await rawHeads((bytes) => headOf(new URL(plane.url), ca, bytes), plane.adminToken);
  } finally {
    await plane.stop();
  }
}

function headOf({ hostname, port }: URL, ca: Buffer, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca });
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.destroy();
      resolve(text.slice(0, end));
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error(`the connection ended after ${JSON.stringify(text)}`)));
    socket.write(bytes);
  });
}
