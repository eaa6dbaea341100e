/** Ids that the examples of calls use. */
export const exampleIds = {
  request: 'req_01k9w7p4e8tq2m5r6v0x3y9zab',
  workspace: 'ws_01k9v3c7d2f8g4h6j0k5m9n1pq',
  key: 'key_01k9v3c7d6a1b3e5f7g9h2j4km',
  job: 'job_01k9w7p4f0n3s6t8v1w4x7y2za',
  otherJob: 'job_01k9w7p4g5b8c1d3e6f9g2h4jk',
  batch: 'batch_01k9w8a1b4c7d0e3f6g9h2j5km',
  follow: 'fol_01k9x2h5j8k1m4n7p0q3r6s9tv',
  event: 'evt_01k9w7q9r2s5t8v1w4x7y0z3ab',
  transaction: 'txn_01k9w7r3s6t9v2w5x8y1z4a7bc',
  user: 'usr_01k9v2z8a1b4c7d0e3f6g9h2jk',
  invitation: 'inv_01k9y4m7n0p3q6r9s2t5v8w1xy',
  brand: 'brand_01k9y6q1r4s7t0v3w6x9y2z5ab',
  correction: 'cor_01k9z2c4d6e8f0g2h4j6k8m0np',
  preset: 'preset_01k9y6t3v6w9x2y5z8a1b4c7de',
  audit: 'aud_01k9z1b3c5d7e9f1g3h5j7k9mn',
  report: 'rep_01k9z5d7f9h1k3n5q7s9v1x3za',
  share: 'share_01k9z4c6d8e0f2g4h6j8k1m3np',
  runner: 'rnr_01k9y7s2t5v8w1x4y7z0a3b6cd',
  clip: 'clip_01k9y8t3v6w9x2y5z8a1b4c7de',
  campaign: 'cmp_01k9x4a6b8c0d2e5f7g9h1j3km',
  brandSet: 'set_01k9x4d6e8f0g2h5j7k9m1n3pq',
  alert: 'alr_01k9x5b7c9d1e3f6g8h0j2k4mn',
  target: 'tgt_01k9x5c8d0e2f4g7h9j1k3m5np',
  match: 'mat_01k9x5d9e1f3g5h8j0k2m4n6pq',
  schedule: 'sch_01k9x4f6g8h0j2k5m7n9p1q3rs',
  scheduleRun: 'run_01k9x4h6j8k0m2n5p7q9r1s3tv',
  logo: 'logo_01k9y6r8s1t4v7w0x3y6z9a2bc',
} as const;

/** Paths, keys and cursors that the examples use. */
export const exampleNames = {
  upload: `uploads/${exampleIds.workspace}/01k9w7p4f0n3s6t8v1w4x7y2za/video.mp4`,
  thumbnail: `/v1/frames/${exampleIds.job}/thumbnail.jpg`,
  cursor: 'MTc5NDQ3NTgwMDAwMC5qb2JfMDFrOXc3cDRmMG4zczZ0OHYxdzR4N3kyemE',
} as const;
