/** Reports from the call to the files, made by a real thread from stored results and frames. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import sharp from 'sharp';
import { openFiles } from '../storage/files.ts';
import { type Json, type Owner, type Subject, startSubject } from '../../../test/interface/subject.ts';
