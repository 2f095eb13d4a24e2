import assert from 'node:assert/strict';
import { countingTransport } from '@kb/testing';
import { controllers } from '../controllers.ts';
import { appOf } from './app.ts';
import type { Scenario } from './scenario.ts';

/** How long a steady state is observed in real time, in milliseconds. On virtual time, it is a minute. */
const REAL_TIME = 5000;

/** The cost of a steady state. */
export const steadyScenarios: readonly Scenario[] = [
  {
    name: 'a minute of steady state sends no write, and a restart changes nothing',
    async run(env) {
      const counting = countingTransport(env.operatorTransport);
      const operator = await env.startOperator(controllers, { transport: counting });
      const app = appOf(env, 'steady');
      const limits = { cpu: '1000m', memory: '1024Mi' };
      await app.create({
        image: 'nginx:1',
        replicas: 2,
        resources: { limits },
        ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
      });
      await app.isRolledOut(2);
      await env.advance(2000);
      const look = env.isEmbedded ? 60_000 : REAL_TIME;
      counting.reset();
      await env.advance(look);
      assert.deepEqual(counting.writes, []);

      const before = [await app.deployment(), await app.service(), await app.read()];
      await operator.stop();
      await env.startOperator(controllers, { transport: counting });
      await env.advance(look);
      const after = [await app.deployment(), await app.service(), await app.read()];
      assert.deepEqual(
        after.map(({ metadata }) => metadata.resourceVersion),
        before.map(({ metadata }) => metadata.resourceVersion),
      );
    },
  },
];
