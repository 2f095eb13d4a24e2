// "kb create api" adds each kind of the project here; the rest is yours to edit.
import type { Controller } from '@kb/runtime';
import { appServiceController } from './appservice.controller.ts';

/** The controllers that main runs. */
export const controllers: readonly Controller[] = [appServiceController];
