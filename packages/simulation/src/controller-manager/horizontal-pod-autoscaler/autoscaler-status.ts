import { type DeepReadonly, equalJson, formatTime } from '@kb/apimachinery';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from '@kb/kubernetes/autoscaling/v2';

/** A HorizontalPodAutoscaler as the caches hold it. */
export type LiveAutoscaler = DeepReadonly<HorizontalPodAutoscaler>;

/** The status of an autoscaler as it is written. */
export type AutoscalerStatus = DeepReadonly<HorizontalPodAutoscalerStatus>;

/** What a condition says. */
export interface ConditionText {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** The status of an autoscaler while it is looked at. */
export interface StatusDraft {
  /** Sets a condition. Its time stays unless its status changes. */
  set(type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited', text: ConditionText): void;
  remove(type: 'ScaledToZero'): void;
  /** Returns the status with nothing but its conditions changed. */
  withConditions(): AutoscalerStatus;
  /** Returns the status with new numbers. */
  with(numbers: StatusNumbers): AutoscalerStatus;
}

/** The numbers in the status of an autoscaler. */
export interface StatusNumbers {
  readonly current: number;
  /** Absent: as before. */
  readonly desired?: number;
  /** Empty: no metric was looked at. */
  readonly metrics: DeepReadonly<MetricStatus>[];
  /** Whether the target was scaled. */
  readonly scaled?: boolean;
}

/** Whether two statuses say the same. The server writes null for a status without metrics. */
export function isSameStatus(a: AutoscalerStatus | undefined, b: AutoscalerStatus): boolean {
  const comparable = ({ currentMetrics, ...rest }: AutoscalerStatus): unknown => [currentMetrics ?? [], rest];
  return a !== undefined && equalJson(comparable(a), comparable(b));
}

/** Begins a new status of an autoscaler. */
export function draftStatus({ status }: LiveAutoscaler, now: number): StatusDraft {
  let conditions = status?.conditions ?? [];
  const before = status?.desiredReplicas ?? 0;
  return {
    set: (type, text) => {
      const old = conditions.find((one) => one.type === type);
      const lastTransitionTime =
        old?.status === text.status && old.lastTransitionTime !== undefined ? old.lastTransitionTime : formatTime(now);
      const condition: HorizontalPodAutoscalerCondition = { type, ...text, lastTransitionTime };
      conditions =
        old === undefined ? [...conditions, condition] : conditions.map((one) => (one === old ? condition : one));
    },
    remove: (type) => {
      conditions = conditions.filter((one) => one.type !== type);
    },
    withConditions: () => ({ ...status, desiredReplicas: before, conditions }),
    with: ({ current, desired = before, metrics, scaled = false }) => {
      const lastScaleTime = scaled ? formatTime(now) : status?.lastScaleTime;
      return {
        ...(current !== 0 && { currentReplicas: current }),
        desiredReplicas: desired,
        ...(lastScaleTime !== undefined && { lastScaleTime }),
        ...(metrics.length > 0 && { currentMetrics: metrics }),
        conditions,
      };
    },
  };
}
