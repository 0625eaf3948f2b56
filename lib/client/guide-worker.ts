/// <reference lib="webworker" />
import { type GuideQuestion, type GuideScenes, guideScenes } from './guide-scenes.ts';

/** What a guide's pictures show is worked out by the engine, which the page itself does not load for that. One question, one answer. */

self.onmessage = ({ data }: MessageEvent<GuideQuestion>) => {
  let scenes: GuideScenes | null = null;
  try {
    scenes = guideScenes(data);
  } catch {
    // The guide is its words then: said where the picture would stand.
  }
  self.postMessage(scenes);
};
