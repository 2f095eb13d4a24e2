import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Answer,
  type Area,
  type AuditedEvent,
  areas,
  createLabCertificates,
  prepare,
  type Recording,
  type Requester,
  runSequence,
  type Sequence,
  wantedSequences,
  type WantedSequences,
  withoutControllers,
} from '@kb/apiserver/recorded';
import { type ControlPlaneBinaries, type Flags, startControlPlane } from '@kb/control-plane';
import { realRequester } from './real-requester.ts';
import { startLabWebhook } from './start-lab-webhook.ts';

/** How many sequences are run on the real server at the same time. */
const AT_ONCE = 24;

/**
 * Starts a real API server without controllers, and sends it all requests of the selected sequences. Areas with other
 * options have servers of their own.
 */
export async function realAnswers(
  binaries: ControlPlaneBinaries,
  which: WantedSequences = {},
): Promise<Map<Area, Recording>> {
  const byOptions = Map.groupBy(areas, ({ server }) => JSON.stringify(server ?? {}));
  const answers = new Map<Area, Recording>();
  for (const alike of byOptions.values()) {
    if (alike.every((area) => wantedSequences(area, which).length === 0)) continue;
    for (const [area, recording] of await answersOfServer(binaries, alike, which)) answers.set(area, recording);
  }
  return answers;
}

/** Sends one server the requests of areas with the same options. */
async function answersOfServer(
  binaries: ControlPlaneBinaries,
  alike: readonly Area[],
  which: WantedSequences,
): Promise<Map<Area, Recording>> {
  const {
    enableAdmissionPlugins = [],
    disableAdmissionPlugins = withoutControllers,
    auditPolicy,
    authorizationMode,
    admissionConfiguration,
    clientCertificates = false,
  } = alike[0]?.server ?? {};
  const webhook = await startLabWebhook();
  const audit = auditPolicy && auditFiles(auditPolicy);
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
    return await answersSideBySide(audit ? { ...requester, auditEvents: audit.read } : requester, alike, which);
  } finally {
    await plane.stop();
    audit?.remove();
    configuration?.remove();
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

/**
 * Resolves with a server's responses to all sequences: many sequences run at once, because most of the time is waiting;
 * those that must run alone come last.
 */
async function answersSideBySide(
  requester: Requester,
  alike: readonly Area[],
  which: WantedSequences,
): Promise<Map<Area, Recording>> {
  const wanted = alike.map((area) => ({
    area,
    sequences: wantedSequences(area, which),
    answers: new Map<string, Answer[]>(),
  }));
  const runs = wanted.flatMap(({ sequences, answers }) =>
    sequences.map(({ sequence, namespace }) => ({
      alone: sequence.alone === true,
      run: async () => answers.set(sequence.name, await answersOrWhyNot(requester, sequence, namespace)),
    })),
  );
  const together = runs.filter(({ alone }) => !alone);
  const work = async (): Promise<void> => {
    for (let next = together.shift(); next; next = together.shift()) await next.run();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { alone, run } of runs) if (alone) await run();
  // In the order of the sequences, not of completion.
  return new Map(
    wanted.map(({ area, sequences, answers }) => [
      area,
      Object.fromEntries(sequences.map(({ sequence: { name } }) => [name, answers.get(name) ?? []])),
    ]),
  );
}

/** A sequence that could not run counts as different; the others are compared. */
async function answersOrWhyNot(requester: Requester, sequence: Sequence, namespace: string): Promise<Answer[]> {
  try {
    return await runSequence(requester, sequence, namespace);
  } catch (error) {
    return [{ status: 0, headers: {}, body: error instanceof Error ? error.message : String(error) }];
  }
}
