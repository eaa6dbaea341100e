/** The 80 names of COCO, in the order detectors number them. */
export const cocoNames: readonly string[] = [
  ...['person', 'bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'],
  ...['traffic light', 'fire hydrant', 'stop sign', 'parking meter', 'bench', 'bird', 'cat', 'dog'],
  ...['horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe', 'backpack', 'umbrella'],
  ...['handbag', 'tie', 'suitcase', 'frisbee', 'skis', 'snowboard', 'sports ball', 'kite'],
  ...['baseball bat', 'baseball glove', 'skateboard', 'surfboard', 'tennis racket', 'bottle'],
  ...['wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl', 'banana', 'apple', 'sandwich'],
  ...['orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake', 'chair', 'couch'],
  ...['potted plant', 'bed', 'dining table', 'toilet', 'tv', 'laptop', 'mouse', 'remote'],
  ...['keyboard', 'cell phone', 'microwave', 'oven', 'toaster', 'sink', 'refrigerator', 'book'],
  ...['clock', 'vase', 'scissors', 'teddy bear', 'hair drier', 'toothbrush'],
];

/** Numbers of categories that COCO announced (arXiv 1405.0312) and never gave to a picture. */
const unusedNumbers = new Set([12, 26, 29, 30, 45, 66, 68, 69, 71, 83]);

/** COCO's own number of each of its 80 names: 1 is a person, 90 a toothbrush. */
export const cocoNumbers: readonly number[] = Array.from({ length: 90 }, (_, at) => at + 1).filter(
  (number) => !unusedNumbers.has(number),
);
