from __future__ import annotations
from attrs import frozen
DIRS={"E":(1,0),"NE":(1,-1),"NW":(0,-1),"W":(-1,0),"SW":(-1,1),"SE":(0,1)}
@frozen
class HexGrid:
    width: int
    height: int
    wraps: bool = False
    def normal(self, p): return (p[0]%self.width, p[1]%self.height)
    def step(self, p, d): return self.normal((p[0]+DIRS[d][0], p[1]+DIRS[d][1]))
    def neighbours(self, p): return [self.step(p,d) for d in DIRS]
    def distance(self, a, b):
        best=10**9
        for q in (-self.width,0,self.width):
            for r in (-self.height,0,self.height):
                dq=b[0]-a[0]+q; dr=b[1]-a[1]+r
                best=min(best,(abs(dq)+abs(dr)+abs(dq+dr))//2)
        return best
