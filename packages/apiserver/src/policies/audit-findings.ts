import type { AdmissionCaller } from '../admission/admission-attributes.ts';
import { writeJson } from '../objects/object-text.ts';
import type { PolicyBinding } from './bound-policies.ts';

const FAILURE_KEY = 'validation.policy.admission.k8s.io/validation_failure';
/** The most bytes of the value of an annotation. */
const MAX_VALUE = 10 * 1024;

/** What a policy says about a request besides refusing it: warnings, and annotations of the audit event. */
export class AuditFindings {
  private readonly policy: string;
  private readonly caller: AdmissionCaller;
  /** The values of the policy's own annotations, each once, by key. */
  private readonly values = new Map<string, Set<string>>();

  constructor(policy: string, caller: AdmissionCaller) {
    this.policy = policy;
    this.caller = caller;
  }

  /** Warns the client of a finding. */
  warn({ name }: PolicyBinding, message: string): void {
    this.caller.warn(
      `Validation failed for ValidatingAdmissionPolicy '${this.policy}' with binding '${name}': ${message}`,
    );
  }

  /** Annotates the audit event with a finding. */
  addFailure({ name, actions }: PolicyBinding, expressionIndex: number, message: string): void {
    const failure = { message, policy: this.policy, binding: name, expressionIndex, validationActions: actions };
    this.caller.annotate(FAILURE_KEY, writeJson([failure]));
  }

  /** Adds a value of an annotation of the policy: bindings with different parameters may have different ones. */
  addAnnotation(key: string, value: string): void {
    const values = this.values.get(key) ?? new Set();
    this.values.set(key, values.add(firstBytes(value)));
  }

  /** Annotates the audit event with the annotations of the policy. */
  publish(): void {
    for (const [key, values] of this.values) this.caller.annotate(`${this.policy}/${key}`, [...values].join(', '));
  }
}

function firstBytes(value: string): string {
  if (value.length * 3 <= MAX_VALUE) return value;
  const bytes = new TextEncoder().encode(value);
  return bytes.length <= MAX_VALUE ? value : new TextDecoder().decode(bytes.subarray(0, MAX_VALUE));
}
