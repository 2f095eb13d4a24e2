import { Writable } from 'node:stream';
import type { KubeConfig, V1Pod } from '@kubernetes/client-node';

/** A case of client-node. */
export interface ClientNodeSoftwareCase {
  readonly name: string;
  readonly run: (setting: ClientNodeSetting) => Promise<void>;
}

/** What a case finds. */
export interface ClientNodeSetting {
  readonly config: KubeConfig;
  /** An empty folder. */
  readonly folder: string;
}

/** The namespace of the cases. */
export const NAMESPACE = 'node';
/** A Pod that runs, with the container `web`. */
export const POD = 'web';

/** The Pod that commands run in. */
export const webPod: V1Pod = {
  metadata: { name: POD, labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'example.com/web:1',
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
      },
    ],
  },
};

/** Waits until a function returns something, for 30 seconds at most. */
export async function eventually<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`nothing came of ${find.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A stream that keeps what is written. */
export interface Sink {
  readonly stream: Writable;
  readonly text: () => string;
  /** Resolves when the text matches. */
  readonly until: (pattern: RegExp) => Promise<string>;
}

/** Creates a sink. */
export function sink(): Sink {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece);
      done();
    },
  });
  const text = (): string => Buffer.concat(pieces).toString();
  return { stream, text, until: (pattern) => eventually(() => (pattern.test(text()) ? text() : undefined)) };
}
