import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { seededRandom } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { validatingWebhookConfigurations } from '@kb/kubernetes/admissionregistration/v1';
import { namespaces, secrets } from '@kb/kubernetes/core/v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours, minutes } from '../../durations.ts';
import { examinePair, liveAuthorities } from './examine-pair-adapter.ts';
import { createOwnCertificate } from './own-certificate.ts';

const service = { namespace: 'shop-system', name: 'hooks' };
const { signal } = new AbortController();

/** What happens to two replicas: one of them looks, both do at once, time passes, or the Secret is lost. */
type Happening =
  | { readonly look: 0 | 1 }
  | { readonly both: true }
  | { readonly days: number }
  | { readonly minutes: number }
  | { readonly lose: 'secret' | 'key' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ look: fc.constantFrom<(0 | 1)[]>(0, 1) }) },
  { weight: 2, arbitrary: fc.constant({ both: true as const }) },
  { weight: 3, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 2, arbitrary: fc.record({ minutes: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ lose: fc.constantFrom<('secret' | 'key')[]>('secret', 'key') }) },
);

test('whatever happens, callers trust each certificate that a replica serves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 30 }), async (happenings) => {
      const clock = createVirtualClock();
      const server = createApiServer({ clock, random: seededRandom(1) });
      const client = createClient({ transport: server.transport, clock });
      await client.create(namespaces, { metadata: { name: service.namespace } });
      await client.create(validatingWebhookConfigurations, {
        metadata: { name: 'shop' },
        webhooks: [
          { name: 'a.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig: { service } },
        ],
      });
      const callers = [{ kind: 'ValidatingWebhookConfiguration', name: 'shop' }] as const;
      const replicas = [0, 1].map(() =>
        createOwnCertificate({ client, clock, secretName: 'own', service, callers, settlingTime: minutes(1) }),
      );
      const look = (): Promise<unknown> => Promise.all(replicas.map((one) => one.refresh(signal)));
      const key = { namespace: service.namespace, name: 'own' };
      await look();
      for (const one of happenings) {
        if ('look' in one) await replicas[one.look]?.refresh(signal);
        else if ('both' in one) await look();
        else if ('minutes' in one) await clock.advance(minutes(one.minutes));
        else if ('days' in one) {
          // Replicas look more often than certificates live.
          await clock.advance(one.days * hours(24));
          await look();
        } else if (one.lose === 'secret') {
          await client.delete(secrets, key);
          await look();
        } else {
          await client.patch(secrets, key, { type: 'merge', value: { data: { 'tls.key': 'AAAA' } } });
          await look();
        }
        const { webhooks = [] } = await client.get(validatingWebhookConfigurations, 'shop');
        const authorities = Buffer.from(webhooks[0]?.clientConfig.caBundle ?? '', 'base64').toString('utf8');
        const use = { hosts: ['hooks.shop-system.svc'], authorities, now: clock.now() };
        for (const one of replicas) {
          const pair = one.current();
          expect(pair && examinePair(pair, use)).toMatchObject({ validity: {} });
        }
      }
      await server.stop();
    }),
    { numRuns: 12 },
  );
});

test('texts of strangers are not authorities', () => {
  const block = fc.string().map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), block)), (texts) => {
      expect(liveAuthorities(texts, 0)).toBe('');
      const pair = { cert: texts.join(''), key: texts.join('') };
      expect(examinePair(pair, { hosts: ['a'], authorities: texts.join(''), now: 0 })).toEqual({
        problem: 'it has no certificate that can be read',
      });
    }),
  );
});
