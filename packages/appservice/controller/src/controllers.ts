// Written by "kb create api" from PROJECT: lists every kind of the project.
import type { Controller } from '@kb/runtime';
import { appServiceController } from './appservice.controller.ts';

/** The controllers that main runs. */
export const controllers: readonly Controller[] = [appServiceController];
