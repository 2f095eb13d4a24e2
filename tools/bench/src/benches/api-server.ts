import { performance } from 'node:perf_hooks';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import type { Bench } from '../bench.ts';

const objects = 1000;

/** The embedded API server, in this process: no sockets. */
export const apiServerBench: Bench = {
  name: 'api-server',
  summary: `the embedded API server in process: boot to the first answer; ${objects} ConfigMaps created, then read, one after another`,
  async run(runs) {
    const boot: number[] = [];
    const create: number[] = [];
    const get: number[] = [];
    for (let run = -1; run < runs; run += 1) {
      const started = performance.now();
      const server = createApiServer({ clock: systemClock, random: systemRandom });
      const client = createClient({ transport: server.transport, clock: systemClock, random: systemRandom });
      await client.getJson('/version');
      const ready = performance.now();
      for (let index = 0; index < objects; index += 1) {
        await client.create(configMaps, {
          metadata: { name: `c-${index}`, namespace: 'default' },
          data: { index: `${index}` },
        });
      }
      const created = performance.now();
      for (let index = 0; index < objects; index += 1) await client.get(configMaps, `default/c-${index}`);
      const read = performance.now();
      await server.stop();
      if (run < 0) continue;
      boot.push(ready - started);
      create.push(created - ready);
      get.push(read - created);
    }
    return [
      { name: 'boot to first answer', unit: 'ms', values: boot },
      { name: `create ${objects}`, unit: 'ms', values: create },
      { name: `get ${objects}`, unit: 'ms', values: get },
    ];
  },
};
