import type { JsonObject, Time } from '@kb/apimachinery';

/** Whether a version of a group can be used, and why. */
export interface Availability extends JsonObject {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** The availability of what this server itself serves. */
export const localCondition: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/** Returns the condition `Available` with the time of its last change. */
export function availableCondition({ status, reason, message }: Availability, lastTransitionTime: Time): JsonObject {
  return { type: 'Available', status, lastTransitionTime, reason, message };
}
