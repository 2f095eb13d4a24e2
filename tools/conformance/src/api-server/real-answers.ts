import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Answer,
  type Area,
  type AuditedEvent,
  areas,
  createLabCertificates,
  type Pace,
  type PlayedSequences,
  prepare,
  type Recording,
  type Requester,
  runSequence,
  type Sequence,
  wantedSequences,
  withoutControllers,
  webhookKubeconfigFile,
} from '@kb/apiserver/recorded';
import { type ControlPlaneBinaries, type Flags, startControlPlane } from '@kb/control-plane';
import { inLanes } from '../in-lanes.ts';
import { realRequester } from './real-requester.ts';
import { startLabWebhook } from './start-lab-webhook.ts';

/** How many sequences are run on the real server at the same time. */
const AT_ONCE = 24;

/** How many real servers run at the same time. */
const SERVERS_AT_ONCE = 2;

/** A sequence to be played, with where its answers go. */
interface Run {
  readonly area: Area;
  readonly wanted: ReturnType<typeof wantedSequences>[number];
  readonly answers: Map<string, Answer[]>;
}

/**
 * Starts real API servers without controllers, and sends them all requests of the selected sequences. Areas with other
 * options have servers of their own, and so do the sequences that must run alone.
 */
export async function realAnswers(
  binaries: ControlPlaneBinaries,
  which: PlayedSequences = {},
): Promise<Map<Area, Recording>> {
  const wanted = areas
    .map((area) => ({ area, sequences: wantedSequences(area, which), answers: new Map<string, Answer[]>() }))
    .filter(({ sequences }) => sequences.length > 0);
  const runs: readonly Run[] = wanted.flatMap(({ area, sequences, answers }) =>
    sequences.map((one) => ({ area, wanted: one, answers })),
  );
  const byServer = Map.groupBy(runs, ({ area, wanted: { sequence } }) =>
    JSON.stringify([sequence.alone === true, area.server ?? {}]),
  );
  await inLanes(SERVERS_AT_ONCE, [...byServer.values()], (alike) => answersOfServer(binaries, alike, which));
  // In the order of the sequences, not of completion.
  return new Map(
    wanted.map(({ area, sequences, answers }) => [
      area,
      Object.fromEntries(sequences.map(({ sequence: { name } }) => [name, answers.get(name) ?? []])),
    ]),
  );
}

/** Sends one server the requests of sequences whose areas have the same options. */
async function answersOfServer(binaries: ControlPlaneBinaries, alike: readonly Run[], pace: Pace): Promise<void> {
  const {
    enableAdmissionPlugins = [],
    disableAdmissionPlugins = withoutControllers,
    auditPolicy,
    authorizationMode,
    admissionConfiguration: given,
    webhookKubeconfig,
    clientCertificates = false,
  } = alike[0]?.area.server ?? {};
  const webhook = await startLabWebhook();
  const audit = auditPolicy && auditFiles(auditPolicy);
  const kubeconfig = webhookKubeconfig && webhookKubeconfigFile(webhookKubeconfig, webhook.origin);
  const admissionConfiguration = kubeconfig?.admissionConfiguration ?? given;
  const configuration =
    admissionConfiguration && fileOf('kb-admission-', 'admission.json', JSON.stringify(admissionConfiguration));
  const certificates = clientCertificates ? await createLabCertificates(Date.now()) : undefined;
  const authorities = certificates && fileOf('kb-client-ca-', 'ca.crt', certificates.ca);
  const plane = await startControlPlane({
    binaries,
    controllers: false,
    apiServerFlags: {
      'disable-admission-plugins': disableAdmissionPlugins.join(','),
      ...(enableAdmissionPlugins.length > 0 && { 'enable-admission-plugins': enableAdmissionPlugins.join(',') }),
      ...(authorizationMode === 'Node,RBAC' && { 'authorization-mode': authorizationMode }),
      ...audit?.flags,
      ...(configuration && { 'admission-control-config-file': configuration.file }),
      ...(authorities && { 'client-ca-file': authorities.file }),
    },
  });
  try {
    const requester = realRequester(plane, webhook, certificates);
    await prepare(requester);
    await playAll(audit ? { ...requester, auditEvents: audit.read } : requester, alike, pace);
  } finally {
    await plane.stop();
    audit?.remove();
    configuration?.remove();
    kubeconfig?.remove();
    authorities?.remove();
    await webhook.stop();
  }
}

/** Makes a file for a flag, in a temporary folder of its own. */
function fileOf(prefix: string, name: string, text: string): { readonly file: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const file = join(folder, name);
  writeFileSync(file, text);
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

interface AuditFiles {
  readonly flags: Flags;
  /** Returns all events that the server has written. */
  readonly read: () => readonly AuditedEvent[];
  readonly remove: () => void;
}

/** Makes the files with which an API server audits its requests. */
function auditFiles(policy: object): AuditFiles {
  const folder = mkdtempSync(join(tmpdir(), 'kb-audit-'));
  const [policyFile, log] = [join(folder, 'policy.json'), join(folder, 'audit.log')];
  writeFileSync(policyFile, JSON.stringify(policy));
  writeFileSync(log, '');
  return {
    flags: { 'audit-policy-file': policyFile, 'audit-log-path': log },
    read: () => {
      const text = readFileSync(log, 'utf8');
      const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AuditedEvent);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Plays sequences: many at once, because most of the time is waiting; those that must run alone one by one. */
async function playAll(requester: Requester, runs: readonly Run[], pace: Pace): Promise<void> {
  const lanes = runs.some(({ wanted }) => wanted.sequence.alone) ? 1 : AT_ONCE;
  await inLanes(lanes, runs, async ({ wanted: { sequence, namespace }, answers }) => {
    answers.set(sequence.name, await answersOrWhyNot(requester, sequence, namespace, pace));
  });
}

/** A sequence that could not run counts as different; the others are compared. */
async function answersOrWhyNot(
  requester: Requester,
  sequence: Sequence,
  namespace: string,
  { pauseBefore }: Pace,
): Promise<Answer[]> {
  try {
    return await runSequence(requester, sequence, namespace, { pauseBefore });
  } catch (error) {
    return [{ status: 0, headers: {}, body: error instanceof Error ? error.message : String(error) }];
  }
}
