import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';

/**
 * The content of an Event. The API server limits reason and action to 128 characters, and the note to 1 KiB (longer
 * notes are cut).
 */
export interface EventContent {
  /** `Warning` for problems that need attention. Default: `Normal`. */
  readonly type?: 'Normal' | 'Warning';
  /** The reason in CamelCase, for machines: `Created`. */
  readonly reason: string;
  /** The action, in CamelCase, for machines: `Create`. Default: the reason. */
  readonly action?: string;
  /** The message, for people. */
  readonly note: string;
  /** A second object that the event is about, such as the child that was created. */
  readonly related?: DeepReadonly<KubernetesObject>;
  /** Annotations of the Event, set when it is created. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Records Events (events.k8s.io/v1): controller-runtime's GetEventRecorder. Never throws and never waits: events are
 * sent in the background, repeated ones become a series, too many about one object are dropped, and errors in sending
 * are logged. Needs `+kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch`.
 */
export interface EventRecorder {
  /** Records that something happened to `regarding`. */
  event(regarding: DeepReadonly<KubernetesObject>, content: EventContent): void;
}
