/** Every tool, in the order in which assistants see them. */
import type { Tool } from './tool.ts';
import { listAlerts, makeAlert } from './tools/alerts.ts';
import { analyzeVideo, askAgain, estimateAnalysis } from './tools/analysis.ts';
import { queryAnswers } from './tools/answers.ts';
import { brandAppearances, objectAppearances } from './tools/appearances.ts';
import { analyzeBatch, batchStatus } from './tools/batches.ts';
import { clipStatus, makeClip } from './tools/clips.ts';
import { correctResult, listCorrections, undoCorrection } from './tools/corrections.ts';
import { brandExposure } from './tools/exposure.ts';
import { frame } from './tools/frame.ts';
import { account, cancelJob, jobStatus, listJobs } from './tools/jobs.ts';
import { jobOverview } from './tools/overview.ts';
import { makeReport, reportStatus } from './tools/reports.ts';
import { search } from './tools/search.ts';
import { transcript } from './tools/transcript.ts';
import { brandTrends } from './tools/trends.ts';
import { startUpload, uploadFile } from './tools/uploads.ts';

export const tools: readonly Tool[] = [
  account,
  uploadFile,
  startUpload,
  estimateAnalysis,
  analyzeVideo,
  jobStatus,
  listJobs,
  cancelJob,
  analyzeBatch,
  batchStatus,
  search,
  jobOverview,
  transcript,
  brandAppearances,
  objectAppearances,
  brandExposure,
  brandTrends,
  listAlerts,
  makeAlert,
  queryAnswers,
  frame,
  makeClip,
  clipStatus,
  makeReport,
  reportStatus,
  listCorrections,
  correctResult,
  undoCorrection,
  askAgain,
];
