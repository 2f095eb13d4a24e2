import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type AuditOptions, AuditPolicyError, readAuditPolicy } from '@kb/apiserver';
import { stringifyJson } from '@kb/apimachinery/codec';
import { CliError } from '../cli-error.ts';
import type { Flag } from '../command-line/command.ts';
import { readFlagFile, whyNotOpened } from './read-flag-file.ts';

/** The flags of the audit log, by kube-apiserver's names. */
export const auditFlags: {
  readonly 'audit-policy-file': Flag & { type: 'string' };
  readonly 'audit-log-path': Flag & { type: 'string' };
} = {
  'audit-policy-file': {
    type: 'string',
    value: 'FILE',
    description: 'Which requests are audited, and how much is logged of each: an audit.k8s.io/v1 Policy.',
  },
  'audit-log-path': {
    type: 'string',
    value: 'FILE',
    description: 'Where to add an event in JSON for each audited request; - writes to standard output.',
  },
};

/** The values of {@link auditFlags}. */
export interface AuditFlagValues {
  readonly 'audit-policy-file': string | undefined;
  readonly 'audit-log-path': string | undefined;
}

/** An audit log that is written to a file. */
export interface OpenAuditLog {
  readonly options: AuditOptions;
  readonly close: () => void;
}

/**
 * Opens the audit log that the flags describe; undefined if nothing is to be logged. As with kube-apiserver, nothing is
 * without a policy. Rejects with a CliError for a policy that kube-apiserver refuses or that cannot be read, and with
 * the system's error for a log that cannot be opened.
 */
export async function openAuditLog(
  { 'audit-policy-file': policyFile, 'audit-log-path': logPath }: AuditFlagValues,
  cwd: string,
  print: (line: string) => void,
): Promise<OpenAuditLog | undefined> {
  const read = policyFile === undefined ? undefined : await readPolicyFile(policyFile, cwd);
  for (const warning of read?.warnings ?? []) print(`The audit policy ${policyFile ?? ''} is odd: ${warning}`);
  if (logPath === undefined) {
    if (read) print('Without --audit-log-path no audit event is logged.');
    return undefined;
  }
  if (!read) {
    print('Without --audit-policy-file nothing is audited.');
    return undefined;
  }
  const file = logPath === '-' ? undefined : openLog(path.resolve(cwd, logPath));
  let failed = false;
  return {
    options: {
      policy: read.policy,
      onEvent: (event) => {
        const line = `${stringifyJson(event, { escapeHtml: true })}\n`;
        try {
          if (file === undefined) process.stdout.write(line);
          else writeSync(file, line);
        } catch (error) {
          if (!failed) print(`The audit log ${logPath} cannot be written: ${String(error)}`);
          failed = true;
        }
      },
    },
    close: () => {
      if (file !== undefined) closeSync(file);
    },
  };
}

async function readPolicyFile(file: string, cwd: string): ReturnType<typeof readAuditPolicy> {
  const expected = 'an audit.k8s.io/v1 Policy';
  const text = readFlagFile({ flag: 'audit-policy-file', file, expected }, cwd);
  try {
    return await readAuditPolicy(text);
  } catch (error) {
    if (!(error instanceof AuditPolicyError)) throw error;
    const message = `loading audit policy file: ${error.message}: from file ${file}`;
    throw new CliError('KB_WRONG_FLAGS', message, { exitCode: 2, cause: error });
  }
}

/** Opens a log to add to it. Nobody else may read it: it can have the contents of Secrets. */
function openLog(file: string): number {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, 'a', 0o600);
  } catch (error) {
    const why = whyNotOpened(error);
    throw new CliError('KB_WRONG_FLAGS', `--audit-log-path: ${file} cannot be written: ${why}`, {
      exitCode: 2,
      cause: error,
      hint: 'name a file in a folder that you may write to, or - for standard output',
    });
  }
}
